# Each target makes its own virtual environment on first use; PYTHON names the interpreter (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORPUS ?= ../shared/corpus

.PHONY: demo test lint types check bench clean

demo: $(VENV)/.core
	$(BIN)/dehusk tests/pages/news-en/page.html

test: $(VENV)/.dev
	$(BIN)/pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

check: lint types test

bench: $(VENV)/.dev
	$(BIN)/python -m dehusk.bench.speed $(CORPUS)

$(BIN)/python:
	@echo "making the virtual environment $(VENV)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.core: $(BIN)/python pyproject.toml
	@echo "installing dehusk into $(VENV)"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "installing the benchmark's peers and the development tools into $(VENV)"
	$(BIN)/pip install --quiet --editable '.[bench]' --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
