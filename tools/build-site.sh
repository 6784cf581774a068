#!/usr/bin/env bash
# Writes a site, a folder of static files on which everything is played in the browser, when something has changed since.
#
#   tools/build-site.sh              build/site, which the tests use
#   tools/build-site.sh dist/site
#
# Maps that were drawn before are taken from build/drawn.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-build/site}
mkdir -p .stamps build
exec 9>build/site.lock
flock 9 # one at a time: tests that run side by side ask for it, too

tools/build-web.sh build
tools/build-runtime.sh
key=$(find src/grognard docs/games \( -name __pycache__ -o -name _compiled -o -name drawn \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1)
stamp=.stamps/site-${folder//\//-}
if [[ -f $folder/sw.js && $(cat "$stamp" 2>/dev/null) == "$key" ]]; then
    exit 0
fi
rm -f "$stamp"
GROGNARD_BUILD=plain GROGNARD_CACHE=build/drawn .venv/bin/grognard site -o "$folder"
echo "$key" >"$stamp"
