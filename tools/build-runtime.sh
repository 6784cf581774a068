#!/usr/bin/env bash
# Puts what a site needs to run Python in the browser into src/grognard/site/runtime: Pyodide from web/node_modules, as
# web/package-lock.json pins it, and the wheels of requirements-browser.lock for it.
#
# Python's library is compiled with that very Python. The largest file is packed with gzip, so that it is small also where
# a web server packs nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup-node.sh

fail() {
    echo "grognard: $*" >&2
    exit 1
}

from=web/node_modules/pyodide
to=src/grognard/site/runtime
key=$(cat web/package-lock.json requirements-browser.lock "${BASH_SOURCE[0]}" tools/runtime/* | sha256sum | cut -d ' ' -f 1)
mkdir -p .stamps
exec 8>.stamps/runtime.lock
flock 8 # one at a time: tests that run side by side ask for it, too
if [[ -f $to/pyodide-lock.json && $(cat .stamps/runtime 2>/dev/null) == "$key" ]]; then
    exit 0
fi

tools/build-web.sh packages
[[ -f $from/pyodide-lock.json ]] || fail "there is no Pyodide in $from."
echo "Fetching what runs in the browser ..."
rm -rf "$to.new"
mkdir -p "$to.new"
use_node || exit 1
node tools/runtime/compile.mjs "$from" "$to.new/python_stdlib.zip" || fail "Python's library could not be compiled; see above."
cp "$from"/{pyodide.mjs,pyodide.asm.mjs,pyodide-lock.json} "$to.new"
gzip -9 -n -c "$from/pyodide.asm.wasm" >"$to.new/pyodide.asm.wasm.packed"
read -r python abi < <(.venv/bin/python -c '
import json, sys
info = json.load(open(sys.argv[1]))["info"]
print(".".join(info["python"].split(".")[:2]), info["abi_version"])' "$from/pyodide-lock.json")
.venv/bin/python -m pip --disable-pip-version-check -qq download --no-input --require-hashes --no-deps --only-binary :all: \
    --platform "pyemscripten_${abi}_wasm32" --python-version "$python" --implementation cp --abi "cp${python/./}" \
    --dest "$to.new" -r requirements-browser.lock ||
    fail "the packages of requirements-browser.lock do not exist for Pyodide's Python $python with the ABI $abi."
rm -rf "$to"
mv "$to.new" "$to"
echo "$key" >.stamps/runtime
