# Needs git, make and Python 3.11 to 3.14; each target does its own set-up in .venv.
PYTHON ?= python3
BIN := .venv/bin
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.11
PYTHONS := 3.11 3.12 3.13 3.14
SYSTEMS := x86_64-manylinux_2_28 aarch64-manylinux_2_28 aarch64-apple-darwin x86_64-pc-windows-msvc
WHEELS := uv pip install --quiet --dry-run --target build/none --no-deps --no-build

# The variable silences a warning at every start: mkdocs-material is maintained until May 2027, with Zensical as its
# successor. Run as a module, mkdocs finds the games in this folder, so `make docs` need not install them.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs

# Tests start hundreds of processes; without cached bytecode, each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# $(call SIDE_BY_SIDE,PARTS,FLAGS) runs parts at the same time. What failed is named last: the output of other parts may
# follow the error. GNU Make 3.81, which macOS has, cannot keep the output of parts apart.
SIDE_BY_SIDE = mkdir -p build && rm -f build/failed && $(MAKE) --no-print-directory -j2 $(2) $(addprefix part-,$(1)) || \
	{ echo failed, with the reason in the output above: $$(cat build/failed) >&2; exit 1; }
APART := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Bounds checks do not need optimised code, and code with little optimisation compiles faster.
BOUNDS := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1

.DEFAULT_GOAL := help
.PHONY: help play postgres test test-browser test-bounds check prove ready warm check-python check-page check-docs docs bench shots page types format audit lock clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

play: ## play in your browser: builds the page, starts the server, prints its address
	@$(PYTHON) tools/setup.py play
	@$(BIN)/python -m tools.page
	@$(BIN)/parlour serve --open

postgres: ## prepare to host tables in Postgres: installs the packages and builds the page
	@$(PYTHON) tools/setup.py postgres
	@$(BIN)/python -m tools.page

# Four processes on two cores: while server tests wait for deadlines, others compute.
# Browser tests have separate processes: Playwright keeps an event loop running in each, so asyncio.run cannot be called.
# They wait more than they compute, so the CPU-bound tests run beside them.
test: ready ## run the checks and all tests except the long proofs; takes some minutes
	$(BIN)/pytest -n 4 --dist loadgroup -m "not prove" --ignore tests/browser
	@$(call SIDE_BY_SIDE,test-browser test-bounds)

test-browser:
	$(BIN)/pytest -n 3 tests/browser

test-bounds:
	$(BOUNDS) $(BIN)/pytest -n 2 --dist loadscope -m "not prove" tests/conformance

check: ## linters, types, import contracts, the page's unit tests, a strict build of the documentation
	@$(PYTHON) tools/setup.py test
	@$(call SIDE_BY_SIDE,check-python check-page check-docs,$(APART))

prove: ready ## run all tests, including the long proofs
	$(BIN)/pytest -n 2 --ignore tests/browser
	$(BIN)/pytest -n 3 tests/browser
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist loadscope tests/conformance

ready:
	@$(PYTHON) tools/setup.py test
	@$(call SIDE_BY_SIDE,warm check-python check-page check-docs)

part-%:
	@$(MAKE) --no-print-directory $* || { echo $* >> build/failed; exit 1; }

warm:
	$(BIN)/python -m tools.page
	$(BIN)/parlour warmup
	$(BIN)/python -m tests.toys
	$(BOUNDS) $(BIN)/parlour warmup

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

# Not --quiet: warnings would not be counted, so --strict would have no effect.
check-docs:
	$(MKDOCS) build --strict

docs: ## serve the documentation, and reload it when it changes
	@$(PYTHON) tools/setup.py docs
	$(MKDOCS) serve

bench: ## measure speed against comparable software (ONLY="server --rounds 1" runs a part)
	@$(PYTHON) tools/setup.py bench
	@$(BIN)/python -m bench $(ONLY)

shots: ## take screenshots of every screen into build/shots (ONLY="--only exago --size phone" takes some)
	@$(PYTHON) tools/setup.py test
	@$(BIN)/python -m tests.browser.shots $(ONLY)

page: ## build the page into the package
	@$(PYTHON) tools/setup.py play
	@$(BIN)/python -m tools.page

types: ## regenerate the page's types from the server's
	@$(PYTHON) tools/setup.py test
	$(BIN)/python -m tools.page_types

format: ## format the code
	@$(PYTHON) tools/setup.py test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The exit code is 1 for a known vulnerability and 3 if something could not be checked; make itself exits with 2 for both.
audit: ## look up known vulnerabilities in the locked packages (needs the network)
	@$(PYTHON) tools/setup.py audit
	@$(BIN)/python -m tools.audit

# Set-up builds no package, so each lock must have wheels for every Python and every system that tools/failures.py names.
lock: ## regenerate requirements/ and web/package-lock.json (needs uv)
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
