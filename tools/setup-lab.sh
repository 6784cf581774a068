#!/usr/bin/env bash
# Makes .tools/lab ready: an environment with the extras for research (learning, OpenSpiel, Ray, Parquet, MCP) and this
# project, for the tests that need them. Nothing is done where nothing has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

home=.tools/lab
mkdir -p .tools
exec 9>.tools/lab.lock
flock 9 # one at a time: tests that run side by side ask for it, too

fail() {
    echo "grognard: $*" >&2
    exit 1
}

key=$(cat requirements-lab.lock pyproject.toml <(pwd) <("${PYTHON:-.venv/bin/python}" --version) | sha256sum | cut -d ' ' -f 1)
[[ $(cat "$home/.grognard" 2>/dev/null) != "$key" ]] || exit 0
echo "Installing the packages of requirements-lab.lock ..."
rm -rf "$home"
"${PYTHON:-.venv/bin/python}" -m venv "$home"
"$home/bin/python" -m pip --disable-pip-version-check -qq install --no-input --require-hashes --no-deps \
    --only-binary :all: -r requirements-lab.lock ||
    fail "the packages of requirements-lab.lock could not be installed; see the message above."
"$home/bin/python" -m pip --disable-pip-version-check -qq install --no-input --no-deps --no-build-isolation --no-index --editable . ||
    fail "the project could not be installed into $home; see the message above."
echo "$key" >"$home/.grognard"
