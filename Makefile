PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
SITE := _build/html
# The last file that a build writes: if it exists, the site is complete.
BUILT := $(SITE)/lite/engine.json
READY := $(VENV)/.ready
OWN = $(if $(PYODIDE),--pyodide "$(PYODIDE)")
NBVAL := $(BIN)/python -m pytest --nbval --nbval-current-env

.PHONY: help chapter book pdf serve lab run-notebooks bench test test-browser lint unit text notebooks processors site clean

help:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

chapter: $(READY) ## format, run and check one page: NB=book/hinge/gradient.ipynb
	@test -n "$(NB)" || { echo "Which page? make chapter NB=book/hinge/gradient.ipynb"; exit 2; }
	$(BIN)/python tools/check_chapter.py $(NB)

# The checks come first, so that a build that cannot succeed leaves the old site alone.
book: $(READY) ## build the site, notebooks to run in the browser included
	$(BIN)/python tools/make_lite.py --check $(OWN)
	$(if $(PDF),$(BIN)/python tools/make_pdf.py --check)
	rm -rf $(SITE) _build/.doctrees
	$(BIN)/jupyter-book build . -W --keep-going -n -q
	$(BIN)/python tools/make_lite.py $(OWN)

# The pages link to the PDF: without it the site is not complete.
pdf: export PDF = 1
pdf: book ## build the site and the book as one PDF; needs Chromium
	$(BIN)/python tools/make_pdf.py || { rm -f $(BUILT); exit 1; }

serve: $(BUILT) ## show the site on localhost
	@echo "The first page: http://localhost:$(PORT)/"
	$(BIN)/python -m http.server --directory $(SITE) --bind localhost $(PORT)

lab: $(READY) ## open the notebooks in JupyterLab
	$(BIN)/python -m jupyter lab book

run-notebooks: $(READY) ## execute all notebooks in place
	$(BIN)/python tools/run_notebooks.py --jobs 2

bench: $(READY) ## time svmlib
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/bench_smo.py

# One after the other, also under make -j: the steps share _build and two cores.
test: $(READY)
	$(MAKE) lint
	$(MAKE) unit
	$(MAKE) text
	$(MAKE) notebooks
	$(MAKE) processors
	$(MAKE) book
	$(MAKE) site

# In Chromium, on a site with the PDF and, where PYODIDE names it, a copy of Pyodide.
test-browser: pdf
	$(BIN)/python -m pytest tests/browser -q -n 2 -rs

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest tests/svmlib svmlib --doctest-modules -q -n 2 \
		--cov=svmlib --cov-report=term-missing:skip-covered --cov-fail-under=98

text: $(READY)
	$(BIN)/python -m pytest tests/book -q -m "not slow"

notebooks: $(READY)
	COVERAGE_FILE=_build/coverage-notebooks $(NBVAL) book -q --cov=svmlib --cov-report=term

processors: $(READY)
	$(BIN)/python -m pytest tests/book -q -m slow

site: $(BUILT)
	$(BIN)/python -m pytest tests/site -q -rA -n 2

$(BUILT):
	$(MAKE) book

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"Python 3.11 or later is needed, $(PYTHON) is {v[0]}.{v[1]}: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -r requirements.txt
	@mkdir -p _build
	@touch $@

clean:
	rm -rf _build
