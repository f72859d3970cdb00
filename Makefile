# Needs git, make and Python 3.11 to 3.14; each target does its own set-up in .venv.
PYTHON ?= python3
BIN := .venv/bin
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11
PYTHONS := 3.11 3.12 3.13 3.14
SYSTEMS := x86_64-manylinux_2_28 aarch64-manylinux_2_28 aarch64-apple-darwin x86_64-pc-windows-msvc
WHEELS := uv pip install --quiet --dry-run --target build/none --no-deps --no-build

# It tells at every start that mkdocs-material is kept up until May 2027, and that Zensical is to follow it.
# As a module it finds the games in this folder, so `make docs` need not install them.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs

# Tests start hundreds of processes; each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

SIDE_BY_SIDE := $(MAKE) --no-print-directory -j2

.DEFAULT_GOAL := help
.PHONY: help play postgres test test-browser test-bounds check prove ready warm check-python check-page check-docs docs bench shots page types format audit lock clean

help: ## say what there is
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

play: ## play in your browser: builds the page, starts the server, says where it is
	@$(PYTHON) tools/setup.py play
	@$(BIN)/python -m tools.page
	@$(BIN)/parlour serve --open

postgres: ## prepare to host with tables in Postgres: its packages, and the page
	@$(PYTHON) tools/setup.py postgres
	@$(BIN)/python -m tools.page

# Four processes on two cores: tests of the server wait for deadlines, and others compute meanwhile.
# The browser's tests have processes of their own: Playwright keeps an event loop in each, where asyncio.run cannot be called.
# They wait more than they compute, so there is time beside them for what only computes.
test: ready ## everything that must hold, in some minutes
	$(BIN)/pytest -n 4 --dist loadgroup -m "not prove" --ignore tests/browser
	@$(SIDE_BY_SIDE) test-browser test-bounds

test-browser:
	$(BIN)/pytest -n 3 tests/browser

# Out of bounds is out of bounds in code that is hardly optimised, too, and that is compiled sooner.
test-bounds:
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/pytest -n 2 --dist loadscope -m "not prove" tests/conformance

check: ## lint, types, import contract, the page's types and units, the documentation
	@$(PYTHON) tools/setup.py test
	@$(SIDE_BY_SIDE) check-python check-page check-docs

prove: ready ## the long proofs too
	$(BIN)/pytest -n 2 --ignore tests/browser
	$(BIN)/pytest -n 3 tests/browser
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist loadscope tests/conformance

ready:
	@$(PYTHON) tools/setup.py test
	@$(SIDE_BY_SIDE) warm check-python check-page check-docs

warm:
	$(BIN)/python -m tools.page
	$(BIN)/parlour warmup
	$(BIN)/python -m tests.toys

check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page:
	$(BIN)/python -m tools.page_types --check
	$(BIN)/python tools/node.py npm run --silent lint
	$(BIN)/python tools/node.py npm run --silent check
	$(BIN)/python tools/node.py npm run --silent test

# Not --quiet: it keeps warnings from being counted, and nothing would be strict.
check-docs:
	$(MKDOCS) build --strict

docs: ## show the documentation, and follow what is changed in it
	@$(PYTHON) tools/setup.py docs
	$(MKDOCS) serve

bench: ## speed beside the peers, in one run, and which floors are met (ONLY="server --rounds 1" for some)
	@$(PYTHON) tools/setup.py bench
	@$(BIN)/python -m bench $(ONLY)

shots: ## pictures of every screen into build/shots, with an index.html (ONLY="--only exago --size phone" for some)
	@$(PYTHON) tools/setup.py test
	@$(BIN)/python -m tests.browser.shots $(ONLY)

page: ## build the page into the package
	@$(PYTHON) tools/setup.py play
	@$(BIN)/python -m tools.page

types: ## write the page's types anew, from the server's
	@$(PYTHON) tools/setup.py test
	$(BIN)/python -m tools.page_types

format: ## put the code in shape
	@$(PYTHON) tools/setup.py test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Ends with 1 where a vulnerability is known, with 3 where that could not be checked; make itself ends with 2 for both.
audit: ## ask whether a vulnerability is known in a locked package (needs the network)
	@$(PYTHON) tools/setup.py audit
	@$(BIN)/python -m tools.audit

# Set-up builds no package, so each lock must have wheels for every Python and every system that tools/failures.py names.
lock: ## write requirements/ and web/package-lock.json anew (needs uv)
	$(LOCK) pyproject.toml -o requirements/play.txt
	$(LOCK) pyproject.toml --extra dev -c requirements/play.txt -o requirements/test.txt
	$(LOCK) pyproject.toml --extra postgres -c requirements/test.txt -o requirements/postgres.txt
	$(LOCK) pyproject.toml --extra docs -c requirements/test.txt -o requirements/docs.txt
	$(LOCK) pyproject.toml --extra dev --extra bench -c requirements/test.txt -o requirements/bench.txt
	$(LOCK) requirements/build.in -c requirements/test.txt -o requirements/build.txt
	$(LOCK) requirements/audit.in -c requirements/test.txt -o requirements/audit.txt
	echo pip==22.3 | $(LOCK) --no-annotate - -o requirements/pip-oldest.txt
	echo pip | $(LOCK) --no-annotate --upgrade - -o requirements/pip-newest.txt
	for python in $(PYTHONS); do for system in $(SYSTEMS); do for lock in requirements/*.txt; do \
		$(WHEELS) --python-version $$python --python-platform $$system -r $$lock || exit 1; \
	done; done; done
	$(BIN)/python tools/node.py npm install --package-lock-only --no-audit --no-fund

clean: ## remove .venv, the built page, its packages and caches
	rm -rf .venv build dist web/node_modules parlour/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
