# The two that matter: `make report` (the balance reports) and `make test` (the proof of the rules).
# Both set up what they need in .venv; nothing outside this folder is touched but the compiled-code cache.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help setup check lint types test parity golden bench report sensitivity study check-balance clean lock

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready

TEST_ARGS ?=
WORKERS ?= auto
GAMES ?= loop room25
# A number given here plays that many playouts a cell and policy into folders of their own; published reports stay.
PLAYOUTS ?=
RUNS := runs
run = $(RUNS)/$*$(if $(PLAYOUTS),-$(PLAYOUTS))
sensitive = reports/sensitivity/$*
written = $(if $(PLAYOUTS),$(run)-report,reports/$*)
# Compiled here once, and not by every test worker at the same time. If that fails, the tests tell why.
COMPILE = @for game in $(GAMES); do $(BIN)/sim bench $$game --threads 1 --seconds 0 > /dev/null || true; done

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## install the locked dependencies and the project into .venv

$(LOCKED): requirements.lock
	@python=""; for name in $(PYTHON) python3.11 python3.12 python3; do \
	  if $$name -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    python=$$name; break; fi; done; \
	  if [ -z "$$python" ]; then \
	    echo "error: no Python >= 3.11 with venv found (tried: $(PYTHON) python3.11 python3.12 python3); make PYTHON=/path/to/python" >&2; \
	    exit 3; fi; \
	  echo "Setting up .venv with $$($$python --version), once; later calls use it as it is." >&2; \
	  $$python -m venv --clear $(VENV)
	@$(PIP) install --require-hashes --requirement requirements.lock
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

check: lint types test ## lint, types and tests

lint: $(READY) ## ruff, every exception with its reason in pyproject.toml
	$(BIN)/ruff check .

types: $(READY) ## mypy, strict
	$(BIN)/mypy

test: $(READY) ## every test; TEST_ARGS="-k vortex" for some
	$(COMPILE)
	$(BIN)/python -m pytest -n $(WORKERS) $(TEST_ARGS)

parity: $(READY) ## compiled code against the same source as plain Python; threads, interruptions, replay
	$(COMPILE)
	$(BIN)/python -m pytest -m parity -n $(WORKERS) $(TEST_ARGS)

golden: $(READY) ## rewrite the golden playthroughs; read the diff before you commit it
	SIM_GOLDEN=rewrite $(BIN)/python -m pytest -m golden $(TEST_ARGS)

bench: $(GAMES:%=bench-%) ## playouts per second on this machine

bench-%: $(READY)
	$(BIN)/sim bench $*

report: $(GAMES:%=report-%) ## play both default experiments and write reports/; GAMES=loop for one, PLAYOUTS=50 for a look

report-%: $(READY)
	$(BIN)/sim run $* --config configs/$*/full.toml $(if $(PLAYOUTS),--playouts $(PLAYOUTS)) --out $(run)
	$(BIN)/sim report $(run) $(if $(wildcard $(sensitive)/sensitivity.json),--sensitivity $(sensitive)) --out $(written)

sensitivity: $(GAMES:%=sensitivity-%) ## which assumptions move win rates; writes reports/sensitivity, which `make report` quotes

sensitivity-%: $(READY)
	$(BIN)/sim sensitivity $* --config configs/$*/sensitivity.toml --out $(RUNS)/sensitivity-$*
	mkdir -p reports/sensitivity
	rm -rf $(sensitive)
	cp -R $(RUNS)/sensitivity-$*/sensitivity $(sensitive)

study: $(READY) ## try the gate and the intervals a thousand times on real playouts; writes reports/study
	$(BIN)/python -m sim.report.study configs/loop/study.toml configs/loop/baseline.toml reports/study

check-balance: $(READY) ## do the default cells of both games still win as often as reports/baseline.json says?
	$(BIN)/sim check --baseline reports/baseline.json

clean: ## remove .venv, caches and runs; published reports stay
	rm -rf $(VENV) .cache runs build dist *.egg-info .hypothesis .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

lock: ## resolve requirements.lock anew; UPGRADE=1 also takes newer releases
	python3 -m venv .cache/lock
	.cache/lock/bin/python -m pip --quiet --disable-pip-version-check install uv
	.cache/lock/bin/uv pip compile pyproject.toml --extra dev --extra tune --universal --python-version 3.11 \
	  --generate-hashes --no-header --quiet --system-certs $(if $(UPGRADE),--upgrade) --output-file requirements.lock
