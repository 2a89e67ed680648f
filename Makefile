SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PORT ?= 8000
# Two workers, each with a browser of its own: what waits for a page leaves its core to the other.
# The browser's tests run apart from the others: they leave an event loop running in their process.
PYTEST ?= -n 2
BIN := .venv/bin

.PHONY: help setup tools play test lint check wheel audit referee wall lessons fuzz crash mutants bench load clean distclean

help:  ## list these commands
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

setup:  ## build .venv with what the table needs, fetch the page's fonts
	@scripts/setup.sh

tools:  ## the same with what tests and developers need, and the bots compiled ahead
	@scripts/setup.sh tests

play: setup  ## serve the table on http://127.0.0.1:8000 (PORT=... for another port)
	@exec $(BIN)/donjon play --port $(PORT)

test: tools  ## run everything: style, types, dead code, tests (PYTEST=... for other options)
	@without=$$(scripts/chromium.sh); \
	less=$$(scripts/postgresql.sh); \
	$(MAKE) --no-print-directory lint; \
	$(BIN)/python -m pytest $(PYTEST) --ignore=tests/browser $$less; \
	[ -n "$$without" ] || $(BIN)/python -m pytest $(PYTEST) tests/browser

check: tools lint  ## style, types, dead code, imports and words only

lint:
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy --strict src
	@$(BIN)/vulture
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m scripts.words
	@node_modules/.bin/tsc -p .

wheel: tools  ## build wheel and sdist into dist, in them fonts, the page's scripts and the bots' machine code
	@$(BIN)/python scripts/ship_code.py
	@$(BIN)/python -m build --no-isolation

audit: setup  ## licences and known vulnerabilities of what the table needs
	@scripts/audit.sh

referee: tools  ## compare the rules with those of the referees, 50,000 decisions for each number of players
	@DONJON_REFEREE=50000 $(BIN)/python -m pytest $(PYTEST) tests/referees

wall: tools  ## look for secrets on the wire: every address, kind of decision and viewer
	@DONJON_WALL=all $(BIN)/python -m pytest $(PYTEST) tests/table/test_wall.py

lessons: tools  ## play every lesson in a browser, in every language, on a phone and at a desk
	@DONJON_LESSONS=all $(BIN)/python -m pytest tests/browser/test_whole_lessons.py

fuzz: tools  ## 10,000 hostile requests, 50,000 malformed files and texts
	@DONJON_FUZZ=50000 DONJON_FUZZ_REQUESTS=10000 $(BIN)/python -m pytest $(PYTEST) tests/fuzz

crash: tools  ## kill a server under load, 200 times, and look for what is lost (CRASH="--processes 3 --workers 2": on PostgreSQL)
	@$(BIN)/python -m tests.crash.crashing $(CRASH)

mutants: tools  ## plant 20 mistakes in what people are shown as fact; the tests must find all
	@$(BIN)/python scripts/mutants.py

bench: tools  ## measure the speed of rules and search
	@$(BIN)/python -m bench

load: tools  ## what a move costs a server of its own, game by game, in one table (LOAD=... for options)
	@$(BIN)/python -m bench.load_table $(LOAD)

clean:  ## remove what the tools leave behind
	@rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis screenshots
	@find src tests bench scripts -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean  ## remove what the set-up has built, too
	@rm -rf .venv setup.log node_modules src/donjon/table/static/vendor src/donjon/machine_code
