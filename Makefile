# Two commands, nothing before them: make run, make test. Each sets up what it needs (deploy/setup.sh).
# ARGS passes more on: make run ARGS=--simulate, make test ARGS="tests/vision -x".

ARGS ?=
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help run test test-slow test-faults golden art test-pi check format i18n train train-players lock clean

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 16

run: ## start the table
	@deploy/setup.sh run
	@$(BIN)/companion run $(ARGS)

test: ## the tests, without the slow ones
	@deploy/setup.sh dev
	@$(BIN)/python -m pytest -q -n auto --maxprocesses 4 --dist loadfile $(ARGS)

test-slow: ## the slow tests
	@deploy/setup.sh dev
	@$(BIN)/python -m pytest -q -m slow --timeout 900 $(ARGS)

test-faults: ## kills, flipped bits, truncations, failing disks, hostile files; prints a table
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.faults $(ARGS)

test-appliance: ## the installed table in virtual machines: screen, touch, power cut, update (root)
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.appliance $(ARGS)

golden: ## write what happens in the games of tests/golden again; then read the diff
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.golden.regenerate

art: ## draw the pieces' pictures and the backdrop of the window again
	@deploy/setup.sh dev
	@$(BIN)/python -m kivy_ui.art.make

test-pi: ## the tests with the package versions of Raspberry Pi OS Bookworm, on any machine
	@deploy/setup.sh pi
	@.venv-pi/bin/python -m pytest -q $(ARGS)

check: ## lint, types, import rules, translations, scripts, sizes
	@deploy/setup.sh dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	test ! -x $(BIN)/shellcheck || $(BIN)/shellcheck deploy/*.sh tests/appliance/*.sh .ci/run
	deploy/guard.sh
	$(BIN)/python -m companion.i18n.check

format: ## bring the code into its form, mend what ruff can
	@deploy/setup.sh dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

i18n: ## bring the catalogues up to date with the texts in the code
	@deploy/setup.sh dev
	$(BIN)/python -m companion.i18n.update

train: ## make the training pictures, train, export and evaluate the models
	@deploy/setup.sh train
	@.venv-train/bin/python -m models.training.make $(ARGS)

train-players: ## let the computer players play against themselves and train the hard one's networks
	@deploy/setup.sh dev
	@$(BIN)/python -m models.training.players.make $(ARGS)

lock: ## write the locks again (ARGS=--upgrade: newest versions that fit)
	@deploy/setup.sh dev
	@deploy/lock.sh $(ARGS)

clean: ## remove what was made, the environments included
	rm -rf .venv .venv-train .venv-pi build out *.egg-info .*_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
