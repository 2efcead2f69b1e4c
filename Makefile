# Each target makes its own virtual environment on first use; PYTHON names the interpreter (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORPUS ?= ../shared/corpus

.PHONY: demo test lint types check bench mutants golden sanitize browser clean

demo: $(VENV)/.core
	$(BIN)/dehusk tests/pages/news-en/page.html

test: $(VENV)/.dev browser
	$(BIN)/pytest

# Pages and PNG pictures are drawn by a browser; tests that need one are skipped without it, and say so.
browser:
	@if command -v chromium google-chrome chrome >/dev/null || [ -n "$$DEHUSK_BROWSER" ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing Chromium from Debian's packages"; \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium >/dev/null; \
	else echo "no browser found: install Chromium, or set DEHUSK_BROWSER, to test drawing and PNG pictures"; fi

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

check: lint types test

bench: $(VENV)/.dev
	$(BIN)/python -m dehusk.bench.speed $(CORPUS)

# Not part of check: about 20 minutes.
mutants: $(VENV)/.dev
	$(BIN)/python tests/mutants.py

# Not part of check. Compiled code with AddressSanitizer and UndefinedBehaviorSanitizer, in a copy of the
# package in build/sanitize: its tests, our pages and FUZZED documents made by chance. An error ends the run.
FUZZED ?= 3000
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED = env PYTHONPATH=build/sanitize PYTHONMALLOC=malloc LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 $(BIN)/python -X faulthandler
sanitize: $(VENV)/.dev
	CC=gcc CFLAGS="-O1 -g -fno-omit-frame-pointer $(SANITIZE)" LDFLAGS="$(SANITIZE)" \
		$(BIN)/python setup.py --quiet build --force --build-base build/sanitize-objects --build-lib build/sanitize
	$(SANITIZED) tests/sanitized.py
	$(SANITIZED) -m pytest -q -p no:cacheprovider $(addprefix tests/page/test_,compiled_arguments.py compiled.py rows.py class_words.py parser.py) \
		tests/methods/learned/test_kernels.py
	$(SANITIZED) benchmarks/fuzz.py --count $(FUZZED)

golden: $(VENV)/.core
	$(BIN)/python tests/golden_scores.py

$(BIN)/python:
	@echo "making the virtual environment $(VENV)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.core: $(BIN)/python pyproject.toml setup.py $(wildcard src/dehusk/*/*.[ch] src/dehusk/*/*/*.c)
	@echo "installing dehusk into $(VENV)"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "installing the peers, the trainer, the WARC reader and the development tools into $(VENV)"
	$(BIN)/pip install --quiet --editable '.[bench,scale,train]' --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
