# Two commands do everything on a fresh machine with Python 3.11+ and make: `make demo`, `make test`.
# `make check` is for while one works: ruff and the quick tests, under a minute once compiled.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# uv installs faster than pip, and the same; a uv that cannot start counts as none.
INSTALL := $(if $(shell uv --version 2>/dev/null),uv pip install --quiet --python $(BIN)/python,\
	$(BIN)/python -m pip install --quiet --disable-pip-version-check)

# Two workers more than there are cores, four at most: some tests wait for processes and pages.
WORKERS := $(shell cores=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1); echo $$((cores < 3 ? cores + 2 : 4)))

.PHONY: demo lab shell check types test docs notebooks results ranges effects calibration scores \
	chances errors clean

demo: $(VENV)/.installed
	$(BIN)/rotwsim experiment experiments/demo.toml --out demo --runs demo/runs
	$(BIN)/rotwsim report demo
	@echo "Open demo/report.html. Then try, after make shell:"
	@echo "  rotwsim me --scores 118,131,97        # how good are you, by your own scores?"
	@echo "  rotwsim compare --variant tweak=cash  # what would 5,000 dollars at the start change?"
	@echo "  rotwsim play --html game.html         # play a game against the Railbot"

# Change a rule, watch the win rate converge: a page on this machine.
lab: $(VENV)/.installed-lab
	$(BIN)/rotwsim lab

# A shell in which rotwsim is a command.
shell: $(VENV)/.installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" $${SHELL:-sh}

# Every experiment with its report, the difficulty sheet, and the data that rest on the same games; about
# an hour and a half on two cores.
results: $(VENV)/.installed-results
	rm -rf results/*/figures
	for file in baseline tweaks barons skill decisive assumptions assumptions-rebuilt factorial rebuilt \
		multiplayer multiplayer-size multiplayer-modules multiplayer-persons multiplayer-unequal; do \
		$(BIN)/rotwsim experiment experiments/$$file.toml || exit 1; \
	done
	$(BIN)/python -m experiments.measured.ranges --order
	$(BIN)/python -m experiments.boards.outcome results/rebuilt
	$(BIN)/rotwsim difficulty
	$(BIN)/python -m experiments.measured.scores
	$(BIN)/rotwsim report --all
	$(BIN)/python -m experiments.readme

# The ranges over plausible boxes that every win rate is quoted with; ten minutes on two cores. What is
# played stays in runs/games: a second try goes on, and results/assumptions has the same draws.
ranges: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.ranges

# What tweaks do to a person who wins half, over kinds of error and over plausible boxes; after
# calibration and ranges, whose games it shares. About ten minutes on two cores.
effects: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.effects

# How much a person errs who wins a given share of the games; called again, it
# plays what is missing. About 25 minutes on two cores.
calibration: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.calibration

# The chance to win from a position, for rotwsim decisive; after calibration. About ten minutes.
chances: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.chances

# What persons of several skills lose by errors; after calibration. About three minutes.
errors: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.errors

# How the results of people are spread, which rotwsim me reads; after calibration. It uses the games of
# the difficulty sheet. About 15 minutes on two cores from nothing.
scores: $(VENV)/.installed
	$(BIN)/python -m experiments.measured.scores

# What Python and pytest make of the sources is kept, whatever the shell says: workers begin at once.
check test: export PYTHONDONTWRITEBYTECODE =

check: $(VENV)/.installed-test types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest -m "not slow" --numprocesses $(WORKERS) --dist loadfile

# What a type checker finds; pyproject.toml says in which rooms.
types: $(VENV)/.installed-test
	$(BIN)/basedpyright --pythonpath $(BIN)/python

# The kernels are compiled before the tests share the cores.
test: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.compiled
	$(BIN)/python -m pytest --durations=15 --numprocesses $(WORKERS) --dist loadfile

# The pages of docs/ as a site in build/site; a warning is an error.
docs: $(VENV)/.installed-docs
	$(BIN)/python -m rotwsim.report.columns > build/columns.md && mv build/columns.md docs/columns.md
	$(BIN)/python -m experiments.api > build/api.md && mv build/api.md docs/api.md
	$(BIN)/zensical build --strict
	@echo "Open build/site/index.html"

# The notebooks with the outputs of today.
notebooks: $(VENV)/.installed-test
	ROTWSIM_NO_BAR=1 $(BIN)/python -m jupyter execute --inplace notebooks/*.ipynb

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(INSTALL) --editable .
	@touch $@

# With the very versions that the published results name.
$(VENV)/.installed-results: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) --constraint constraints.txt --editable .
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-test: $(VENV)/bin/python pyproject.toml
	$(INSTALL) --editable ".[test]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-lab: $(VENV)/bin/python pyproject.toml
	$(INSTALL) --editable ".[lab]"
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: $(VENV)/bin/python pyproject.toml
	$(INSTALL) --editable ".[docs]"
	@mkdir -p build
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache
