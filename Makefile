# Every target sets up what it needs in .venv and is instant when that is done.
# Needs: Python 3.11 or newer, Git, make.  Another Python: make PYTHON=python3.12 play
# Options for the program or for pytest: make play ARGS="--bots 1"

PYTHON ?= python3
ARGS ?=
# One process per core, and one more, because those of the browser mostly wait;
# make PYTEST_JOBS=0 test runs in one process, for a debugger.
PYTEST_JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check -c constraints.txt

# The linter, formatter and type checker of scripts; it never asks for a newer version of itself.
DENO := DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
SCRIPTS := src/gitopoly/web/static/*.js tools/site/*.js

.DEFAULT_GOAL := help
.PHONY: help play test test-all test-long screenshots check lint format bench performance statistics win-chances calibration docs generate man dist constraints clean moved browser

help: ## Show this list
	@echo "make TARGET, where TARGET is one of"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

play: .venv/core ## Play against three bots, in the browser
	@$(BIN)/gitopoly play $(ARGS)

# A test that hangs says where, and ends.
PYTEST := $(BIN)/python -m pytest -n $(PYTEST_JOBS) --dist loadgroup \
  -o faulthandler_timeout=500 -o faulthandler_exit_on_timeout=true

test: .venv/dev browser ## Run the tests, except the slow ones: five minutes on two cores
	@$(PYTEST) -m "not slow and not long" $(ARGS)

test-all: .venv/dev browser ## Run the slow tests, too (kills, daemons, browsers, whole games), as CI does
	@$(PYTEST) -m "not long" $(ARGS)

test-long: .venv/long browser ## Run every test, which takes hours
	@$(BIN)/python -m pytest -n $(PYTEST_JOBS) --dist loadgroup $(ARGS)

screenshots: .venv/dev browser ## Redraw the pictures of the page in docs/images
	@$(BIN)/python -m tools.screenshots

# The tests of the page run in a real browser; NO_BROWSER=1 leaves them out.
browser: .venv/made
	@$(BIN)/python tools/browser.py

check: .venv/dev ## Check the specifications with TLC, in two minutes on two cores
	@$(BIN)/gitopoly check --quick $(ARGS)

lint: .venv/dev ## Check style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(DENO) lint $(SCRIPTS)
	$(DENO) fmt --check $(SCRIPTS)
	$(DENO) check $(SCRIPTS)

format: .venv/dev ## Fix style and format where a tool can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(DENO) lint --fix $(SCRIPTS)
	$(DENO) fmt $(SCRIPTS)

bench: .venv/dev ## Measure the speed of all parts, from the kernel to the checker
	@$(BIN)/python -m bench $(ARGS)

performance: .venv/dev ## Put the latest benchmark figures into docs/performance.md
	@$(BIN)/gitopoly bench table --write docs/performance.md

statistics: .venv/dev ## Roll, play and recompute docs/statistics.md, in a few minutes
	@$(BIN)/python -m tools.statistics --jobs 2 $(ARGS)

win-chances: .venv/dev ## Fit the model of win chances to games between bots anew
	@$(BIN)/python -m tools.chances.fitting $(ARGS)

calibration: .venv/dev ## Measure how well win chances hold, for docs/analysis.md
	@$(BIN)/python -m tools.chances.calibration $(ARGS)

docs: .venv/dev ## Build the documentation site in build/site and check its links
	@$(BIN)/python -m tools.site $(ARGS)

generate: .venv/dev ## Compile the rules and the explorer to WebAssembly
	@$(BIN)/python -m tools.generate

man: .venv/dev ## Generate the manual pages in man/ from the commands
	@$(BIN)/python -m tools.manual

dist: .venv/dev ## Build wheel and sdist into dist/, without network
	@rm -rf build/lib dist
	@$(BIN)/python -m build --no-isolation --outdir dist .

constraints: .venv/made ## Renew the pinned versions in constraints.txt
	@echo "resolving the newest versions ..."
	@$(BIN)/python tools/renew_constraints.py

clean: ## Remove .venv and everything else that make or the tests created
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/*.egg-info
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The stamps: .venv/made is the bare environment, .venv/core what play needs,
# .venv/dev what the tests, the linters and the bench need, .venv/long what the long tests need.

# The programs in an environment hold its path, so a moved or copied one is rebuilt.
ifneq ($(shell cat .venv/made 2>/dev/null),$(CURDIR))
.venv/made: moved
endif

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Gitopoly needs Python 3.11 or newer; '$(PYTHON)' is missing or older." >&2; \
	  echo "Install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' lacks its venv module; on Debian and Ubuntu: apt install python3-venv" >&2; \
	  exit 1; }
	@echo "making .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@printf '%s\n' "$(CURDIR)" > $@

.venv/core: .venv/made pyproject.toml constraints.txt src/gitopoly/__init__.py
	@echo "installing into .venv what play needs ..."
	@$(PIP_INSTALL) -e .
	@touch $@

# It also serves as .venv/core, which it contains.
.venv/dev: .venv/made pyproject.toml constraints.txt src/gitopoly/__init__.py
	@echo "installing into .venv what tests and tools need ..."
	@$(PIP_INSTALL) -e '.[dev]'
	@touch .venv/core $@

.venv/long: .venv/dev
	@echo "installing into .venv what the tests of clusters and learners need ..."
	@$(PIP_INSTALL) -e ".[cluster]" sb3-contrib onnx onnxruntime
	@touch $@
