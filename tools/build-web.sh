#!/usr/bin/env bash
# Builds and checks the browser's part, where there is one (web/package.json).
#
#   tools/build-web.sh build          npm run build, which writes src/grognard/server/static
#   tools/build-web.sh check          npm run check (svelte-check)
#   tools/build-web.sh test           npm test (modules without a browser, web/tests)
#   tools/build-web.sh packages       npm ci
#   tools/build-web.sh build check    several
#
# Each step runs only when something under web/ has changed since it last succeeded. Node.js is the machine's own, or
# comes from a wheel where there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup-node.sh

[[ -f web/package.json ]] || exit 0

fail() {
    echo "grognard: $*" >&2
    exit 1
}

static=src/grognard/server/static
stamps=.stamps
mkdir -p "$stamps"

# Names and contents of all that the build reads.
sources() {
    find web \( -name node_modules -o -name dist -o -name .svelte-kit \) -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1
}

is_fresh() { # STAMP KEY
    [[ -e $stamps/$1 && $(cat "$stamps/$1") == "$2" ]]
}

run() { # STAMP KEY COMMAND...: quiet when it works, everything it said when it does not
    local stamp=$1 key=$2 log
    shift 2
    rm -f "$stamps/$stamp"
    log=$(mktemp)
    if ! (cd web && "$@") >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        fail "'$*' failed in web/; see the lines above."
    fi
    rm -f "$log"
    echo "$key" >"$stamps/$stamp"
}

need_packages() {
    use_node || exit 1
    local key
    key=$(cat web/package.json web/package-lock.json <(node --version) | sha256sum | cut -d ' ' -f 1)
    if [[ ! -d web/node_modules ]] || ! is_fresh web-packages "$key"; then
        echo "Installing the packages of web/package-lock.json ..."
        run web-packages "$key" npm ci --no-audit --no-fund
    fi
}

key=$(sources)
for step in "$@"; do
    case $step in
        packages) need_packages ;;
        build)
            if [[ ! -f $static/index.html ]] || ! is_fresh web-build "$key"; then
                need_packages
                echo "Building web/ ..."
                run web-build "$key" npm run build
                [[ -f $static/index.html ]] || fail "'npm run build' did not write $static/index.html."
            fi
            ;;
        check)
            if ! is_fresh web-check "$key"; then
                need_packages
                echo "Checking web/ ..."
                run web-check "$key" npm run check
            fi
            ;;
        test)
            if ! is_fresh web-test "$key"; then
                need_packages
                echo "Testing web/ ..."
                run web-test "$key" npm test
            fi
            ;;
        *) fail "tools/build-web.sh knows 'build', 'check', 'test' and 'packages', not '$step'." ;;
    esac
done
