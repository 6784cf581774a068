#!/usr/bin/env bash
# Builds the documentation site into build/docs, and puts a copy where the server finds it (src/grognard/server/help).
#
# mkdocs comes from a lock file of its own and lives in .tools/docs. Nothing is done where nothing has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

site=build/docs
served=src/grognard/server/help
home=.tools/docs
mkdir -p build .tools .stamps
exec 9>build/docs.lock
flock 9 # one at a time: tests that run side by side ask for it, too

fail() {
    echo "grognard: $*" >&2
    exit 1
}

# Names and contents of all that the site is made of.
sources() {
    find docs src web/public tools/docsite tools/build-docs.sh mkdocs.yml requirements-docs.lock CHANGELOG.md CONTRIBUTING.md \
        \( -name __pycache__ -o -name _compiled -o -path src/grognard/server/static -o -path "$served" \) -prune \
        -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1
}

need_mkdocs() {
    local key
    key=$(sha256sum requirements-docs.lock | cut -d ' ' -f 1)
    [[ $(cat "$home/.grognard" 2>/dev/null) != "$key" ]] || return 0
    echo "Installing the packages of requirements-docs.lock ..."
    rm -rf "$home"
    .venv/bin/python -m venv "$home"
    "$home/bin/python" -m pip --disable-pip-version-check -qq install --no-input --require-hashes --no-deps \
        --only-binary :all: -r requirements-docs.lock ||
        fail "the packages of requirements-docs.lock could not be installed; see the message above."
    echo "$key" >"$home/.grognard"
}

# What nobody asks for: other languages of the search, maps of scripts, lists for search engines, a page for wrong paths.
remove_surplus() {
    rm -rf "$site/assets/javascripts/lunr" "$site"/sitemap.xml* "$site/objects.inv" "$site/404.html"
    find "$site" -name '*.map' -delete
    find "$site/assets" \( -name '*.js' -o -name '*.css' \) -exec sed -i -E '/^(\/\/|\/\*)# sourceMappingURL=/d' {} +
}

key=$(sources)
if [[ -f $served/index.html && -f $site/index.html && $(cat .stamps/docs 2>/dev/null) == "$key" ]]; then
    exit 0
fi
need_mkdocs
echo "Building the documentation ..."
rm -f .stamps/docs
GROGNARD_BUILD=plain PYTHONPATH=src:tools .venv/bin/python -m docsite.stage build/docs-pages
# Not with --quiet: then it does not count warnings either, and broken links go unnoticed.
if ! NO_MKDOCS_2_WARNING=1 "$home/bin/python" -m mkdocs build --strict >build/docs.log 2>&1; then
    grep -v '^INFO' build/docs.log >&2
    fail "mkdocs found something wrong with the pages; see the lines above."
fi
remove_surplus
rm -rf "$served.new"
cp -r "$site" "$served.new"
rm -rf "$served"
mv "$served.new" "$served"
echo "$key" >.stamps/docs
