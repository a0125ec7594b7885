# Every chore has a name here. `make demo` and `make test` need Python >= 3.11 and make, no more.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

.PHONY: install demo test lint types bench-speed docs server-lock

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --editable '.[dev]'
	@touch $(STAMP)

demo: install
	$(BIN)/s3kg demo

test: install lint types
	$(BIN)/pytest

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: install
	$(BIN)/mypy

docs: install
	$(BIN)/python -m s3kg_neo4j.cli.docs docs

bench-speed: install
	$(BIN)/s3kg bench speed $(or $(FILE),$(or $(S3KG_DATA),../shared/data)/s3kg_llm_eval/pubmedqa.jsonl) --grow 1000 --grow 10000 --format md

server-lock: install
	$(BIN)/python -m s3kg_neo4j.server.lock
