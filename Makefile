# Each target makes its own virtual environment on first use; PYTHON names the interpreter (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORPUS ?= ../shared/corpus
# Extras whose packages are quick to install; their adapters are tested by check.
LIGHT := arrow,duckdb,langchain,markitdown,mcp,pandas,polars,scrapy

.PHONY: axe demo test test-integrations test-wheel test-uncompiled lint types types-public check bench instructions mutants golden sanitize browser docs \
	examples changelog extension lint-extension clean

demo: $(VENV)/.core
	$(BIN)/dehusk tests/pages/news-en/page.html

test: $(VENV)/.dev browser axe
	$(BIN)/pytest

# A copy of the package without compiled code in build/uncompiled. Slow: not part of check.
test-uncompiled: $(VENV)/.dev browser
	rm -rf build/uncompiled
	DEHUSK_UNCOMPILED=1 $(BIN)/python setup.py --quiet build --force --build-base build/uncompiled-objects --build-lib build/uncompiled
	PYTHONPATH=build/uncompiled $(BIN)/pytest -p no:cacheprovider tests

# Adapters to packages that take minutes to install, in their own environments; CI runs this every night. Not part of check.
HEAVY := daft datatrove haystack llama_index spark
test-integrations: $(VENV)/.core
	$(PYTHON) -m venv build/integrations
	build/integrations/bin/pip install --quiet --editable '.[arrow,daft,datatrove,haystack,llama-index,spark]' hypothesis pytest
	DEHUSK_REQUIRED="$(HEAVY)" build/integrations/bin/python -m pytest tests/integrations/test_documented_examples.py \
		$(foreach name,$(HEAVY),src/dehusk/integrations/$(name).py tests/integrations/test_$(name).py)
	$(PYTHON) -m venv build/nemo-curator
	build/nemo-curator/bin/pip install --quiet --editable '.[nemo-curator]' hypothesis pytest
	DEHUSK_REQUIRED=nemo_curator build/nemo-curator/bin/python -m pytest tests/integrations/test_documented_examples.py \
		src/dehusk/integrations/nemo_curator.py tests/integrations/test_nemo_curator.py

# Chromium draws pages and PNG pictures, Firefox runs its version of the extension; tests that need one are skipped without it, and say so.
browser:
	@missing=; \
	[ -n "$$DEHUSK_BROWSER$$(command -v chromium || command -v google-chrome || command -v chrome)" ] || missing=chromium; \
	[ -n "$$(command -v firefox-esr || command -v firefox)" ] || missing="$$missing firefox-esr"; \
	if [ -z "$$missing" ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing from Debian's packages:" $$missing; \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing >/dev/null; \
	else echo "not found:" $$missing". Install it (or set DEHUSK_BROWSER for Chromium) to test drawing, PNG pictures and the extension"; fi

# For the accessibility test of the web page, which is skipped without it.
axe:
	@if [ -d build/npm/node_modules/axe-core ]; then :; \
	elif command -v npm >/dev/null; then \
		echo "installing axe-core into build/npm"; \
		mkdir -p build/npm && cd build/npm && npm install --silent --no-audit --no-fund axe-core@4 || echo "axe-core was not installed"; \
	else echo "no npm found: the accessibility of the web page is not tested"; fi

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint Dockerfile

types: $(VENV)/.dev
	$(BIN)/mypy

# The public names, with a second type checker (pyright, which needs Node.js).
types-public: $(VENV)/.dev
	$(BIN)/pyright --pythonpath $(BIN)/python

check: lint types types-public test docs

# The next section of the changelog, from changes/.
changelog: $(VENV)/.dev
	$(BIN)/towncrier build --draft --version "$$($(BIN)/python -c 'import dehusk; print(dehusk.__version__)')"

# Build the source distribution and a wheel from it; install the wheel in a new environment and use it there. Not part of check.
test-wheel: $(VENV)/.core
	$(BIN)/pip install --quiet build
	rm -rf dist build/wheel
	$(BIN)/python -m build --outdir dist .
	$(PYTHON) -m venv build/wheel
	build/wheel/bin/pip install --quiet dist/*.whl
	cd build/wheel && bin/python -P ../../tests/installed_package.py

# The documentation site, in build/docs; a warning is an error.
docs: $(VENV)/.docs
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going docs build/docs

# Every program of examples/, and the tests of its package, which is installed into build/examples.
examples: $(VENV)/.dev
	set -e; for program in examples/*.py; do echo "$$program"; $(BIN)/python $$program >/dev/null; done
	$(BIN)/pip install --quiet --no-deps --upgrade --target build/examples examples/dehusk-sentences
	PYTHONPATH=build/examples $(BIN)/pytest -q -p no:cacheprovider examples/dehusk-sentences

bench: $(VENV)/.dev
	$(BIN)/python -m dehusk.bench.speed $(CORPUS)
	$(BIN)/python benchmarks/default_steps.py $(CORPUS)

# Instructions of an extraction, which other load does not change, against benchmarks/instructions.json; needs valgrind.
instructions: $(VENV)/.dev
	$(BIN)/python benchmarks/instructions.py

# Not part of check: about 20 minutes.
mutants: $(VENV)/.dev
	$(BIN)/python tests/mutants.py

# Not part of check. Compiled code with AddressSanitizer and UndefinedBehaviorSanitizer, in a copy of the
# package in build/sanitize: our pages, the tests of its compiled form and FUZZED documents made by chance. An error ends the run.
# CFLAGS replaces the flags that Python compiles extensions with, among which is -fwrapv: sums that are too large wrap.
FUZZED ?= 3000
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZED = env PYTHONPATH=build/sanitize PYTHONMALLOC=malloc LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 $(BIN)/python -X faulthandler
sanitize: $(VENV)/.dev
	CC=gcc CFLAGS="-O1 -g -fwrapv -fno-omit-frame-pointer $(SANITIZE)" LDFLAGS="$(SANITIZE)" \
		$(BIN)/python setup.py --quiet build --force --build-base build/sanitize-objects --build-lib build/sanitize
	$(SANITIZED) tests/sanitized.py
	$(SANITIZED) -m pytest -q -p no:cacheprovider -k "not uncompiled" tests/core $(addprefix tests/page/test_,compiled_arguments.py class_words.py parser.py)
	$(SANITIZED) benchmarks/fuzz.py --count $(FUZZED)

# The browser extension: build/extension/chrome, build/extension/firefox and a zip file of each.
extension: $(VENV)/.core
	$(BIN)/python extension/build_extension.py build/extension

# Mozilla's checks; needs node.
lint-extension: extension
	npx --yes web-ext lint --source-dir build/extension/firefox --warnings-as-errors

golden: $(VENV)/.core
	$(BIN)/python tests/golden_scores.py

$(BIN)/python:
	@echo "making the virtual environment $(VENV)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.core: $(BIN)/python pyproject.toml setup.py $(wildcard src/dehusk/_core/*.py src/dehusk/_core/*.pxd)
	@echo "installing dehusk into $(VENV)"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "installing the peers, the trainer, what crawls, the service and adapters need and the development tools into $(VENV)"
	$(BIN)/pip install --quiet --editable '.[bench,ray,scale,serve,train,$(LIGHT)]' --group dev
	touch $@

$(VENV)/.docs: $(VENV)/.core
	@echo "installing Sphinx and its theme into $(VENV)"
	$(BIN)/pip install --quiet --group docs
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
