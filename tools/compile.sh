#!/usr/bin/env bash
# Compiles the kernel and the games (tools/native) where there is a C compiler; where there is none, says so in one line.
#
#   tools/compile.sh            as long as it takes
#   tools/compile.sh behind     in the background and at low priority, while something else runs; the next start uses it
#
# mypyc comes from a lock file of its own. With GROGNARD_BUILD=plain nothing is done.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

plain() {
    echo "grognard: the rules run in plain Python: $*" >&2
    exit 0
}

[[ ${GROGNARD_BUILD:-} != plain ]] || exit 0
if [[ ${1:-} == behind ]]; then
    nice -n 19 tools/compile.sh --behind </dev/null &
    exit 0
fi
compiler=${CC:-cc}
command -v "${compiler%% *}" >/dev/null || plain "there is no C compiler."

if ! .venv/bin/python -c 'import mypyc.build' 2>/dev/null; then
    echo "Installing the packages of requirements-compiler.lock ..."
    .venv/bin/python -m pip --disable-pip-version-check -qq install --no-input --require-hashes --no-deps \
        --only-binary :all: -r requirements-compiler.lock || plain "mypyc could not be installed; see above."
fi

exec .venv/bin/python tools/native/build.py --optional "$@"
