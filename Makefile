# make run and make test need no preparation: each installs what it needs (deploy/setup.sh).
# ARGS passes further arguments: make run ARGS=--simulate, make test ARGS="tests/vision -x".

ARGS ?=
unexport PYTHONDONTWRITEBYTECODE # the second run of the tests need not compile them again
BIN := .venv/bin
# One process more than cores: some tests wait for others.
WORKERS = $$(( $$(nproc) + 1 ))

.DEFAULT_GOAL := help
.PHONY: help run test test-slow test-faults test-mutants test-phones golden art test-pi check format i18n train train-players lock clean

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 16

run: ## start the companion
	@deploy/setup.sh run
	@$(BIN)/companion run $(ARGS)

test: ## run the tests, without the slow ones
	@deploy/setup.sh dev
	@$(BIN)/python -m pytest -q -n $(WORKERS) --maxprocesses 4 --dist worksteal $(ARGS)

test-slow: ## run the slow tests
	@deploy/setup.sh dev
	@$(BIN)/python -m pytest -q -m slow --timeout 900 $(ARGS)

test-faults: ## fault injection: kills, bit flips, truncation, disk errors, malformed files
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.faults $(ARGS)

test-mutants: ## mutation testing (ARGS="--package storage --sample 20 --seed 1"; default: 80 mutants in each package)
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.mutants $(ARGS)

test-phones: ## players' phones in a real browser: a game by random taps (ARGS="--game roll --players 5 --taps 1000")
	@deploy/setup.sh browser
	@$(BIN)/python -m tests.phones.browser $(ARGS)

test-appliance: ## test the installed companion in virtual machines: screen, touch, power loss, update (root)
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.appliance $(ARGS)

golden: ## regenerate the expected output of games and stored pictures; then review the diff
	@deploy/setup.sh dev
	@$(BIN)/python -m tests.golden.regenerate

art: ## regenerate the images of the pieces and the window background
	@deploy/setup.sh dev
	@$(BIN)/python -m kivy_ui.art.make

test-pi: ## run the tests with the package versions of Raspberry Pi OS Bookworm, on any machine
	@deploy/setup.sh pi
	@.venv-pi/bin/python -m pytest -q $(ARGS)

check: ## lint, types, import rules, translations, shell scripts, file sizes, budgets
	@deploy/setup.sh dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers auto
	$(BIN)/lint-imports
	test ! -x $(BIN)/shellcheck || $(BIN)/shellcheck deploy/*.sh deploy/system/*.sh tests/appliance/*.sh .ci/run
	deploy/guard.sh
	$(BIN)/python -m tests.budgets
	$(BIN)/python -m companion.i18n.check

format: ## format the code and apply automatic lint fixes
	@deploy/setup.sh dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

i18n: ## update the translation catalogues from the texts in the code
	@deploy/setup.sh dev
	$(BIN)/python -m companion.i18n.update

train: ## test the training; generate the images; train, export and evaluate the models
	@deploy/setup.sh train
	@.venv-train/bin/python -m pytest -q tests/training/*.py
	@.venv-train/bin/python -m models.training.make $(ARGS)

train-players: ## train the networks of the hard computer player by self-play
	@deploy/setup.sh dev
	@$(BIN)/python -m models.training.players.make $(ARGS)

lock: ## update the lock files (ARGS=--upgrade: newest compatible versions)
	@deploy/setup.sh dev
	@deploy/lock.sh $(ARGS)

clean: ## remove generated files and the virtual environments
	rm -rf .venv .venv-train .venv-pi build out *.egg-info .*_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
