#!/usr/bin/env bash
# Makes sure that the browser tests, where there are any, find Debian's Chromium at /usr/bin/chromium.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/debian-package.sh

if [[ -d tests/browser && ! -x /usr/bin/chromium ]]; then
    debian_package chromium "the browser test run"
fi
