# The one door: every target does its own set-up. Needs Python 3.11 or newer (with venv and pip) and make.
PYTHON ?= python3
UV_VERSION = 0.13.8
UV = .uv/bin/uv
BIN = .venv/bin
export UV_PROJECT_ENVIRONMENT = .venv
export UV_PYTHON_DOWNLOADS = never

.PHONY: play test check lint format types layers bench words observations screenshots chromium clean

play: .venv/play-ready
	@$(BIN)/azulejos

test: .venv/dev-ready chromium
	$(BIN)/pytest -n auto

check: lint types layers test

# The browser that the tests of the table look through: one that is there, or Debian's.
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null 2>&1 \
		|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
		|| { echo "The tests need the browser Chromium: apt-get install chromium" >&2; exit 1; }

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

# Small pictures of every screen, in docs/screenshots.
screenshots: .venv/dev-ready chromium
	$(BIN)/python tools/screenshots.py

# docs/observations.md after a change of what learners see.
observations: .venv/dev-ready
	$(BIN)/python tools/observations.py

$(UV):
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/play-ready: $(UV) pyproject.toml uv.lock
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --no-default-groups --extra web --python $(PYTHON)
	@touch $@

.venv/dev-ready: $(UV) pyproject.toml uv.lock
	$(UV) sync --quiet --frozen --inexact --compile-bytecode --all-extras --python $(PYTHON)
	@touch $@ .venv/play-ready

clean:
	rm -rf .venv .uv .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist
