PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
SITE := _build/html
# The last file that a build writes: if it exists, the site is complete.
BUILT := $(SITE)/lite/engine.json
READY := $(VENV)/.ready
OWN = $(if $(PYODIDE),--pyodide "$(PYODIDE)")
PYTEST := $(BIN)/python -m pytest -q

.PHONY: help chapter book pdf serve lab assignment run-notebooks bench test lint notebooks unit site test-browser alterations nightly oldest newest clean

help: ## list all targets
	@sed -n 's/^\([a-z -]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

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

serve: $(BUILT) ## show the site on localhost, as it was last built (builds it only if none is there)
	@echo "The first page: http://localhost:$(PORT)/"
	$(BIN)/python -m http.server --directory $(SITE) --bind localhost $(PORT)

lab: $(READY) ## open the notebooks in JupyterLab
	$(BIN)/python -m jupyter lab book

assignment: ## make the zips of an assignment, for students and for the teacher
	$(PYTHON) tools/make_assignment.py

run-notebooks: $(READY) ## execute all notebooks in place
	$(BIN)/python tools/run_notebooks.py --jobs 2

bench: $(READY) ## time svmlib
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/bench_smo.py

# One after the other, even under make -j: they share _build and two cores.
test: $(READY) ## what a change has to pass, in about ten minutes
	$(MAKE) lint
	$(MAKE) notebooks
	$(MAKE) unit
	$(MAKE) book
	$(MAKE) site

# One thread for each of the two workers, which otherwise compete for the cores.
notebooks unit site test-browser: export OPENBLAS_NUM_THREADS = 1

lint: $(READY) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null && npm install --silent --no-package-lock --no-audit --no-fund; \
	then npm run --silent types; \
	else echo "skipped: the types of book/_lab, because npm or TypeScript is missing"; fi

notebooks: $(READY) ## execute every notebook, and compare its outputs
	$(PYTEST) book -n 2 --dist loadfile

unit: $(READY) ## svmlib, its docstrings, and the book as a text
	$(PYTEST) svmlib tests/svmlib tests/book -n 2 \
		--cov=svmlib --cov-report=term-missing:skip-covered --cov-fail-under=98

site: $(BUILT) ## test the built site, as it was last built (builds it only if none is there)
	$(PYTEST) tests/tools tests/site tests/browser -n 2 -rs

test-browser: pdf ## every page, notebook and lab in three browsers, and the PDF
	$(PYTEST) tests/browser -m "" -n 2 -rs

alterations: $(READY) ## alter every equation and line of svmlib: is each change noticed?
	$(BIN)/python tools/alterations.py --record
	$(BIN)/python tools/alterations.py --package

# The alterations come last: one that nobody noticed must not keep the rest from running.
nightly: $(READY) ## all that takes too long for test
	$(MAKE) test-browser
	$(PYTEST) tests/book tests/svmlib tests/site tests/tools -m nightly
	$(MAKE) oldest
	$(MAKE) newest
	$(MAKE) alterations

# svmlib and its tests on the oldest versions that it promises to work with, and on the
# newest that there are; neither touches .venv.
oldest: VERSIONS = numpy==2.0.* matplotlib==3.8.*
newest: VERSIONS = --pre numpy matplotlib
oldest newest: $(READY) ## test svmlib on the oldest, or newest, NumPy and Matplotlib
	$(PYTHON) -m venv --clear _build/$@
	_build/$@/bin/python -m pip install -q $(VERSIONS) scikit-learn tqdm hypothesis nbval pytest pytest-xdist pyyaml beautifulsoup4
	PYTHONPATH=. _build/$@/bin/python -m pytest -q svmlib tests/svmlib -n 2

$(BUILT):
	$(MAKE) book

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"Python 3.11 or later is needed, $(PYTHON) is {v[0]}.{v[1]}: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -r requirements.txt
	@touch $@

clean: ## delete what was built
	rm -rf _build
