# Sourced by the other scripts: installs a Debian package, or says in one sentence that somebody has to.
#
#   debian_package NAME "what it is needed for"
debian_package() {
    local name=$1 purpose=$2 as_root=()
    if [[ $(id -u) -ne 0 ]]; then
        as_root=(sudo -n)
        sudo -n true 2>/dev/null || as_root=()
    fi
    if ! command -v apt-get >/dev/null || [[ $(id -u) -ne 0 && ${#as_root[@]} -eq 0 ]]; then
        echo "grognard: $purpose needs Debian's package '$name'; install it with 'apt-get install $name' and try again." >&2
        return 1
    fi
    echo "Installing Debian's package $name on this machine, which $purpose needs ..."
    local log
    log=$(mktemp)
    # The list of packages is fetched first: on a fresh machine it is empty or old.
    if "${as_root[@]}" apt-get update -qq >"$log" 2>&1 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$name" >>"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "grognard: Debian's package '$name', which $purpose needs, could not be installed; see the lines above." >&2
        return 1
    fi
}
