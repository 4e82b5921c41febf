# The one door: every target does its own set-up. Needs Python 3.11 or newer (with venv and pip) and make.
PYTHON ?= python3
UV_VERSION = 0.13.8
UV = .uv/bin/uv
BIN = .venv/bin
export UV_PROJECT_ENVIRONMENT = .venv
export UV_PYTHON_DOWNLOADS = never

.PHONY: play test check lint format types layers bench words observations clean

play: .venv/play-ready
	@$(BIN)/azulejos play --text

test: .venv/dev-ready
	$(BIN)/pytest -n auto

check: lint types layers test

lint: .venv/dev-ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: .venv/dev-ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: .venv/dev-ready
	$(BIN)/basedpyright --warnings

layers: .venv/dev-ready
	$(BIN)/lint-imports

bench: .venv/play-ready
	$(BIN)/python bench/compare.py

# The catalogues in src/azulejos/locale after a change of the words in the code or of a translation.
words: .venv/dev-ready
	$(BIN)/python tools/words.py

# docs/observations.md after a change of what learners see.
observations: .venv/dev-ready
	$(BIN)/python tools/observations.py

$(UV):
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/play-ready: $(UV) pyproject.toml uv.lock
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --no-default-groups --python $(PYTHON)
	@touch $@

.venv/dev-ready: $(UV) pyproject.toml uv.lock
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --python $(PYTHON)
	@touch $@ .venv/play-ready

clean:
	rm -rf .venv .uv .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
