# Everything happens in .venv; each target sets up what it needs. GNU make from 3.81 on will do.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
DEMO := instances/planted-10x10.puz
PAGE := tests/tools/page
COMPILE := tests/tools/compile_c.py
PROGRAMS := $(shell find edgeasp -name '*.c')

.PHONY: help install tools demo test test-slow test-all test-due test-public bench lint gate generated docs evidence mutants sanitize certificates wheels try-wheels dist try-dist release lesson family engine web-scan clean

help: ## list the targets (what `make` alone does)
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r target text; do \
		printf '  make %-12s %s\n' "$$target" "$$text"; done

install: $(VENV)/.installed $(VENV)/.compiled ## set up .venv, with the command at .venv/bin/edgeasp
	@echo 'the command is $(BIN)/edgeasp'

demo: $(VENV)/.installed $(VENV)/.compiled ## solve a puzzle and show the board
	@mkdir -p build
	$(BIN)/edgeasp solve $(DEMO) -o build/demo.sol
	$(BIN)/edgeasp show $(DEMO) build/demo.sol
	@echo 'numbers are colours, 0 is the frame'
	@echo 'next: $(BIN)/edgeasp show $(DEMO) build/demo.sol -o build/demo.svg draws this board as a picture'

test: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## run the tests that are quick, in two minutes on two cores
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'not long and not slow'

test-slow: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## run the others, up to some seconds each
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'slow and not long'

test-all: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## run all tests, also those that take minutes
	EDGEASP_TEST_EXAMPLES=100 EDGEASP_TEST_FRESH=1 $(BIN)/python -m pytest -n auto --dist worksteal -m ''

# One run for both, because collecting takes as long as a thousand tests.
test-due: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## run the slow tests, and of the long ones those due today, each within 45 days
	@echo "the long tests of today: share $$(($$(date +%s) / 86400 % 45)) of 0 to 44"
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'slow or long' --share $$(($$(date +%s) / 86400 % 45))/45

gate: lint test test-due ## check all that a change has to pass

test-public: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## run the tests without what is private in clingo
	EDGEASP_PUBLIC_CLINGO=1 $(BIN)/python -m pytest -n auto --dist worksteal

tools: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## set up what edgeasp is developed with: pytest, ruff, mypy and others

bench: $(VENV)/.bench $(VENV)/.compiled ## measure edgeasp and its peers, in about three minutes on two cores
	$(BIN)/edgeasp bench quick -o build/bench --jobs $$($(BIN)/python -c 'import os; print(min(2, os.cpu_count()))')

lint: $(VENV)/.tools $(VENV)/.compiled $(VENV)/.page ## check style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m tests.tools.guides
	$(BIN)/mypy build/guides/*.py
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	@if [ -d $(PAGE)/node_modules ]; then cd $(PAGE) && npx tsc -p . && npx biome lint --config-path=. ../../../edgeasp/draw/page/modules ../../draw/page/unit && npx pyright --project ../../..; fi

generated: $(VENV)/.tools $(VENV)/.compiled ## write all anew that is made from the code: tables, schemas, instances, transcripts, outputs in pages
	@for module in tools.options tools.schemas tools.manifest tools.records encoding.test_ground encoding.test_facts puzzle.test_checker parallel.test_split lab.cnf.test_cnf lab.certificate.test_audit lab.certificate.test_proof_checkers lab.campaign.test_ledger formats.test_texts api.test_guesses tools.notebooks test_readme test_values test_transcripts; do \
		echo "tests.$$module"; $(BIN)/python -m tests.$$module || exit; done

docs: $(VENV)/.tools ## build the documentation as a site in build/site
	$(BIN)/python -m tests.tools.site

evidence: $(VENV)/.tools $(VENV)/.compiled ## measure what each redundant constraint does, in twenty minutes
	$(BIN)/python -m studies.evidence

lesson: $(VENV)/.tools $(VENV)/.compiled ## measure the steps of docs/lesson and draw their plot, in ten minutes
	$(BIN)/python -m studies.lesson

family: $(VENV)/.tools $(VENV)/.compiled ## make an archive of instances with counts and hardness, in minutes
	$(BIN)/python -m studies.family

engine: $(VENV)/.tools ## fetch clingo for the page with npm, and pack it anew
	$(BIN)/python -m tests.tools.engine

web-scan: $(VENV)/.tools ## compile the scan for the page with ziglang, and pack it anew
	$(PIP) install ziglang
	$(BIN)/python -m tests.tools.web_scan

mutants: $(VENV)/.tools $(VENV)/.compiled ## see whether tests notice 600 small wrong changes, in an hour
	$(BIN)/python -m tests.tools.mutants

sanitize: $(VENV)/.tools $(VENV)/.compiled ## run the programs in C under sanitizers, in tests and on random puzzles, in ten minutes
	$(BIN)/python -m tests.lab.tools.sanitize

certificates: $(VENV)/.tools $(VENV)/.compiled ## compare verify with drat-trim and lrat-check on 2,000 random certificates, in an hour
	$(BIN)/python -m tests.lab.tools.certificates

wheels: $(VENV)/.wheels ## build wheels with the programs in C inside, for eight platforms
	$(BIN)/python -m tests.tools.wheels

try-wheels: $(VENV)/.tools $(VENV)/.wheels ## try these wheels where they run, as far as qemu, wine and musl are here
	$(BIN)/python -m pytest -m '' tests/test_wheels.py

dist: $(VENV)/.release ## build the archives of a release in dist, check them, and try the wheels that fit this machine
	$(BIN)/python -m tests.tools.release build

try-dist: $(VENV)/.release ## try the wheels in dist that fit this machine, without building any
	$(BIN)/python -m tests.tools.release try

release: $(VENV)/.release ## the same as dist, then tag the commit, and say how to upload it
	$(BIN)/python -m tests.tools.release release

clean: ## remove .venv and everything else that was made here
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find edgeasp -name '*.so' -delete

# The files with a dot say what .venv holds: an environment, edgeasp, and the tools to develop it.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'edgeasp needs Python 3.11 or later; name one with: make PYTHON=python3.12'; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'edgeasp needs the venv module of Python (on Debian and Ubuntu: apt install python3-venv)'; exit 1; } >&2
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	$(PIP) install --editable '.[png,pdf]'
	@# pip compiles what it copies; where Python may not keep what it compiles, each command would do so anew.
	$(BIN)/python -m compileall -q edgeasp
	@touch $@

# pip has compiled these as well, but hides what a compiler says; after a change of one this is enough.
$(VENV)/.compiled: $(VENV)/.made $(PROGRAMS) $(COMPILE)
	@$(BIN)/python $(COMPILE)
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	$(PIP) install --editable '.[bench]'
	@touch $@

$(VENV)/.wheels: $(VENV)/.installed
	$(PIP) install --editable '.[wheels]'
	@touch $@

$(VENV)/.release: $(VENV)/.tools
	$(PIP) install --editable '.[release]'
	@touch $@

# Types and lint of JavaScript, accessibility, and types of examples are checked by tools from npm, if it is there.
$(VENV)/.page: $(VENV)/.made $(PAGE)/package-lock.json
	@{ command -v npm >/dev/null && npm ci --silent --no-audit --no-fund --prefix $(PAGE); } \
		|| echo 'no npm: the modules of the page are not checked for types, lint and accessibility' >&2
	@touch $@

$(VENV)/.tools: $(VENV)/.installed
	$(PIP) install --editable '.[dev]'
	@touch $@
