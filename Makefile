# `make judge` judges this package; `make test` tests the engine. Each sets up .venv by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JUDGE_ARGS ?=
# Two workers more than there are cores: many tests wait for a limit and compute nothing. On two
# cores `make test` takes 181 s with three workers, 154 with four and 172 with six.
WORKERS ?= $(shell echo $$(($$(nproc) + 2)))
# A plain path, so that every Python started from here does not run an import hook first.
EDITABLE := --config-settings editable_mode=compat -e
# pyproject.toml says why. An exact version: another one lays files out differently.
BIOME_VERSION := 2.6.8
BIOME := $(VENV)/biome-$(BIOME_VERSION)
# A matching file of npm's layout: @biomejs/cli-linux-x64/biome, or another machine's.
RUN_BIOME := $(BIOME)/node_modules/@biomejs/cli-*/biome
# Root's sandbox runs programs with other user ids, which must be able to read the interpreter.
OPEN := umask 022;
# The tests start Python a thousand times: without compiled files each start takes three times as long.
unexport PYTHONDONTWRITEBYTECODE
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: judge test test-all test-long browser bench lint lint-pages peers clean

judge: $(VENV)/judge.stamp
	@test -t 1 || echo "making tests and building programs; the first time takes half a minute"
	@$(BIN)/judge run solutions/ --allow-missing-language $(JUDGE_ARGS)

test: lint
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "not slow"

test-all: lint $(VENV)/statements.stamp peers
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup --hypothesis-profile=thorough
	@$(BIN)/python -m pytest -q -m "loaded and not long"

test-long: lint $(VENV)/statements.stamp peers
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup -m "long and not loaded"
	@$(BIN)/python -m pytest -q -m "long and loaded"

browser: $(VENV)/test.stamp
	@command -v chromium >/dev/null || { echo "missing: chromium (Debian: apt-get install chromium)"; exit 1; }
	@$(OPEN) $(BIN)/pip install -q --disable-pip-version-check $(EDITABLE) '.[browser]'
	@$(BIN)/python -m pytest -q tests/reports/test_page_browser.py

lint: $(VENV)/test.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache > $(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }
	@test -e $(BIOME) || $(MAKE) -s --no-print-directory $(BIOME) || true
	@if test -e $(BIOME); then $(MAKE) -s --no-print-directory lint-pages; \
	else echo "lint: skipped the scripts and styles of pages: biome $(BIOME_VERSION) is missing"; fi

# The scripts are checked one by one, and joined as in a page: only there every name is known.
lint-pages:
	@$(BIN)/python -c 'from judging.reports.page import script; print(script())' > $(VENV)/page.js
	@$(RUN_BIOME) check --error-on-warnings --log-level=error

bench: $(VENV)/test.stamp
	@$(BIN)/python benchmarks/peers.py

$(VENV)/judge.stamp: pyproject.toml | $(VENV)/bin/pip
	@echo "$(VENV): installing the judge and its libraries, about 20 s"
	@$(OPEN) $(BIN)/pip install -q --disable-pip-version-check $(EDITABLE) .
	@touch $@

$(VENV)/test.stamp: pyproject.toml | $(VENV)/bin/pip
	@echo "$(VENV): installing the judge and the tools of its tests, about 20 s"
	@$(OPEN) $(BIN)/pip install -q --disable-pip-version-check $(EDITABLE) '.[test]'
	@touch $@ $(VENV)/judge.stamp

# Moved into place when it is whole, so that a broken download is not taken for a linter.
$(BIOME): | $(VENV)/bin/pip
	@command -v npm >/dev/null || { echo "missing: npm (Debian, Ubuntu: apt-get install npm)"; exit 1; }
	@rm -rf $@.new
	@npm install --prefix $@.new --no-save --ignore-scripts --no-audit --no-fund --silent \
	--fetch-retries 1 @biomejs/biome@$(BIOME_VERSION) || { echo "npm could not install biome"; exit 1; }
	@mv $@.new $@

# 70 MB to download and 240 MB on the disk: tests that need it are skipped by name without it.
$(VENV)/statements.stamp: $(VENV)/test.stamp
	@$(OPEN) $(BIN)/pip install -q --disable-pip-version-check $(EDITABLE) '.[test,statements]'
	@touch $@

# Released tools that read our exports; tests that need them are skipped by name without them.
peers: | $(VENV)/bin/pip
	@$(MAKE) -s --no-print-directory $(VENV)/peers.stamp || \
	echo "missing: BAPCtools and problemtools: pip could not install tests/peers.txt; their tests are skipped"

$(VENV)/peers.stamp: tests/peers.txt | $(VENV)/bin/pip
	@echo "$(VENV)/peers: installing BAPCtools and problemtools, about 40 s"
	@rm -rf $(VENV)/peers
	@$(OPEN) $(PYTHON) -m venv $(VENV)/peers
	@$(OPEN) $(VENV)/peers/bin/pip install -q --disable-pip-version-check --retries 1 -r $< || \
	{ rm -rf $(VENV)/peers; exit 1; }
	@touch $@

# One line for what is missing, before anything is half done.
$(VENV)/bin/pip:
	@test -w . || { echo "read-only: $(CURDIR); clone it into a folder of yours, git clone '$(CURDIR)' judge, and run make there"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "missing: $(PYTHON) (Debian, Ubuntu: apt-get install python3 python3-venv)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "missing: Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1); set PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "missing: the venv module of $(PYTHON) (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	@command -v g++ >/dev/null || { echo "missing: a C++ compiler (Debian, Ubuntu: apt-get install g++)"; exit 1; }
	@echo "$(VENV): creating a virtual environment of $(PYTHON)"
	@$(OPEN) $(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV)
