#!/usr/bin/env bash
# Writes the lock files from pyproject.toml: exact versions with hashes, for every platform and Python 3.11 or newer.
#
#   requirements.lock            playing
#   requirements-dev.lock        playing and testing
#   requirements-node.lock       Node.js, for machines without it
#   requirements-compiler.lock   mypyc, for machines with a C compiler
#   requirements-browser.lock    what runs in the browser besides Pyodide
#   requirements-docs.lock       the documentation site
#   requirements-lab.lock        the extras for research, and what their tests need
#
# What is locked already keeps its version unless pyproject.toml asks for another; UPGRADE=1 takes the newest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

uv_version=0.13.7
uv=.tools/uv/bin/uv

if [[ $("$uv" --version 2>/dev/null) != "uv $uv_version "* ]]; then
    rm -rf .tools/uv
    "${PYTHON:-python3}" -m venv .tools/uv
    .tools/uv/bin/pip --disable-pip-version-check -qq install "uv==$uv_version"
fi

compile() { # LOCK TITLE ARGUMENTS...
    local lock=$1 title=$2
    shift 2
    echo "Resolving $lock ..."
    touch "$lock"
    "$uv" pip compile "$@" --output-file "$lock" --quiet \
        --universal --python-version 3.11 --generate-hashes ${UPGRADE:+--upgrade} \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links
    printf '# %s Written by "make lock" from pyproject.toml.\n%s\n' "$title" "$(cat "$lock")" >"$lock.new"
    mv "$lock.new" "$lock"
    if grep -nE '://|file:|^-' "$lock" >&2; then
        echo "grognard: $lock names an address or a path (above), which a lock file here never does." >&2
        exit 1
    fi
}

compile requirements.lock "What playing needs." pyproject.toml --group build
compile requirements-dev.lock "What playing and testing need." pyproject.toml --group build --group dev \
    --constraint requirements.lock
compile requirements-node.lock "Node.js, where there is none." --group node
compile requirements-compiler.lock "mypyc, where there is a C compiler." --group compiler --constraint requirements-dev.lock
compile requirements-browser.lock "What runs in the browser besides Pyodide." --group browser
compile requirements-docs.lock "What the documentation site is built with." --group docs
compile requirements-lab.lock "The extras for research, and what their tests need." pyproject.toml --group build --group lab \
    --extra rl --extra openspiel --extra ray --extra data --extra agents --extra ladder --constraint requirements-dev.lock
