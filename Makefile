# Everything sets itself up: a fresh Debian machine with Python 3.11 needs no other preparation.
#
#   ARGS      passed on: make play ARGS="seelow"   make test ARGS="-k supply"   make bench ARGS="--quick"
#   PYTHON    the interpreter that .venv is made with (default: the first python3 that is 3.11 or newer)
#   WORKERS   test processes

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

ARGS ?=
LONG ?=
WORKERS ?= 2
BIN := .venv/bin
BOTH := tests/engine tests/games/test_conformance.py tests/games/test_golden.py tests/test_compiled.py
export PYTHON

.PHONY: help play test test-all lint lint-python test-web build-docs build-rules pytest pytest-plain compile bench format lock web site docs wheel clean setup setup-dev

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: setup ## open the lobby in the browser
	@tools/build-web.sh build
	@tools/compile.sh behind
	@nice -n 19 $(BIN)/python tools/draw-maps.py </dev/null >/dev/null 2>&1 &
	@$(BIN)/grognard play $(ARGS)

test: setup-dev ## all checks and tests, as CI runs them
	@tools/setup-browser.sh
	@tools/setup-postgres.sh
	@$(MAKE) -j $(WORKERS) --output-sync=target test-web build-docs build-rules lint-python
	@tools/build-site.sh
	@$(MAKE) pytest
	@$(if $(ARGS),,$(MAKE) pytest-plain)

test-all: ## the same, and the tests that take minutes
	@$(MAKE) test LONG=--long

lint: setup-dev ## ruff, mypy, import contracts and svelte-check, without the tests
	@$(MAKE) lint-python
	@tools/build-web.sh check

compile: setup ## compile the kernel and the games, where there is a C compiler
	@tools/compile.sh

bench: setup ## decisions per second and latencies
	@tools/compile.sh
	@$(BIN)/grognard bench $(ARGS)

format: setup-dev ## format the Python code and fix what ruff can fix
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

web: ## build the browser's part into src/grognard/server/static
	@tools/build-web.sh build

site: setup ## write dist/site, a folder of static files on which everything is played in the browser
	@tools/build-docs.sh
	@tools/build-site.sh dist/site

docs: setup ## build the documentation into build/docs; the server shows it under Help
	@tools/build-docs.sh

wheel: setup ## build dist/grognard-*.whl, with board and documentation, and compiled where there is a C compiler
	@tools/build-docs.sh
	@tools/build-runtime.sh
	@$(BIN)/python tools/draw-maps.py
	@tools/compile.sh
	@$(BIN)/python -m pip --disable-pip-version-check -q wheel --no-deps --no-build-isolation --no-index -w dist .

lock: ## resolve the dependencies again into the lock files
	@tools/lock.sh

clean: ## remove everything that was made here: .venv, caches, builds
	@rm -rf .venv .tools .stamps build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	    .import_linter_cache web/node_modules web/.svelte-kit src/grognard/server/static src/grognard/server/help src/grognard/server/drawn \
	    src/grognard/site/runtime src/grognard/_compiled
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Steps of the targets above.

setup:
	@tools/setup-python.sh runtime

setup-dev:
	@tools/setup-python.sh dev

# What a test run builds and checks first; none needs another.
test-web:
	@tools/build-web.sh build check test

build-docs:
	@tools/build-docs.sh

build-rules:
	@tools/compile.sh

lint-python:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# All tests run with the build that people play with; it is faster, too.
pytest:
	@if [[ -e src/grognard/_compiled/build.json ]]; then build=compiled; else build=plain; fi; \
	    set -x; GROGNARD_BUILD=$$build $(BIN)/pytest -n $(WORKERS) --dist worksteal $(LONG) $(ARGS)

# Both builds play the same games: what says so is run in plain Python, too. Kept values are compared once.
pytest-plain:
	@if [[ -e src/grognard/_compiled/build.json ]]; then \
	    set -x; GROGNARD_BUILD=plain $(BIN)/pytest -n $(WORKERS) --dist worksteal -k "not TestKeptValues" $(BOTH); fi
