#!/usr/bin/env bash
# Makes sure that the server tests, where there are any, find PostgreSQL's server programs
# (/usr/lib/postgresql/*/bin). The tests start a server of their own; none has to be running.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/debian-package.sh

if [[ -d tests/server ]] && ! compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; then
    debian_package postgresql "the server test run"
fi
