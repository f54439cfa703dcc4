PYTHON ?= python3
VENV = .venv/bin

.PHONY: run build setup setup-test check test bench clean

run: setup
	$(PYTHON) .ci/serve.py

build: setup
	$(PYTHON) .ci/build.py

setup:
	@$(PYTHON) .ci/setup.py

setup-test:
	@$(PYTHON) .ci/setup.py --test

check: setup
	$(VENV)/ruff format --check .
	$(VENV)/ruff check .
	$(VENV)/mypy
	PYTHONPATH=py $(VENV)/lint-imports
	$(VENV)/python .ci/rules.py

test: setup-test check
	$(VENV)/python -m pytest

bench: setup-test
	$(VENV)/python tests/perf/bench.py

clean:
	rm -rf .venv .venv-llm .cache node_modules static/vendor dist
