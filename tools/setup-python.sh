#!/usr/bin/env bash
# Makes .venv ready: the packages of a lock file, checked against their hashes, and this project, editable.
#
#   tools/setup-python.sh runtime    what playing needs   (requirements.lock)
#   tools/setup-python.sh dev        that, and the tests  (requirements-dev.lock)
#
# A stamp in .venv remembers what was installed: the environment is made anew when a lock file, the interpreter
# or the folder has changed, and nothing at all is done otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    echo "grognard: $*" >&2
    exit 1
}

find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    fail "Python 3.11 or newer is needed and was not found${PYTHON:+ as $PYTHON}."
}

# The hash of some files' contents, and of whatever else is given on standard input.
digest() {
    cat "$@" - | sha256sum | cut -d ' ' -f 1
}

pip_install() {
    .venv/bin/python -m pip --disable-pip-version-check -qq install --no-input "$@"
}

kind=${1:-dev}
case $kind in
    runtime) lock=requirements.lock ;;
    dev) lock=requirements-dev.lock ;;
    *) fail "tools/setup-python.sh knows 'runtime' and 'dev', not '$kind'." ;;
esac

python=$(find_python)
environment=$("$python" -c 'import sys; print(sys.version)' | cat - <(pwd) | digest requirements.lock requirements-dev.lock)
project=$(digest pyproject.toml </dev/null)
stamp=.venv/.grognard

if [[ ! -x .venv/bin/python || $(cat "$stamp/environment" 2>/dev/null) != "$environment" ]]; then
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python's venv module is missing; install it with 'apt-get install python3-venv' and try again."
    echo "Making .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv
    mkdir -p "$stamp"
    echo "$environment" >"$stamp/environment"
fi

# The packages for the tests include those for playing.
if [[ ! -e $stamp/$kind && ! -e $stamp/dev ]]; then
    echo "Installing the packages of $lock ..."
    pip_install --require-hashes --no-deps --only-binary :all: -r "$lock" ||
        fail "the packages of $lock could not be installed; see the message above."
    touch "$stamp/$kind"
fi

if [[ $(cat "$stamp/project" 2>/dev/null) != "$project" ]]; then
    echo "Installing grognard itself ..."
    pip_install --no-deps --no-build-isolation --no-index --editable . ||
        fail "the project could not be installed into .venv; see the message above."
    echo "$project" >"$stamp/project"
fi
