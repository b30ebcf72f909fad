PYTHON ?= python3
PORT ?= 8000
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
HTML := _build/html
# The site is complete if this page is there, because a build writes its folder last.
BUILT := $(HTML)/lite/index.html
READY := $(VENV)/.ready
PYODIDE_FLAG = $(if $(PYODIDE),--pyodide "$(PYODIDE)")
TSC := node_modules/.bin/tsc
PYTEST := $(BIN)/python -m pytest -q
# A worker that has no tests left takes over some of another worker's, because a single
# test may take a minute.
WORKERS := -n $(JOBS) --dist worksteal
# What is tested without the built site.
UNIT := svmlib tests/svmlib tests/book tests/tools tests/test_*.py
# Some container images set this, and then each process compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

ifeq ($(filter chapter,$(MAKECMDGOALS))$(NB),chapter)
$(error Which page? make chapter NB=book/hinge/gradient.ipynb)
endif

.PHONY: help chapter book pdf slides serve lab assignment run-notebooks bench test lint test-notebooks test-unit test-site test-pdf test-slow test-browsers test-oldest test-newest alterations nightly release clean

help: ## list all targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

chapter: $(READY) ## format, run and check one page: NB=book/hinge/gradient.ipynb
	$(BIN)/python -m tools.check_chapter $(NB)

# The first lines check that Pyodide, Chromium and the like are there. If one is missing, make
# stops before it deletes the old site.
book: $(READY) ## build the site, notebooks to run in the browser included
	$(BIN)/python -m tools.pyodide.make_python --dry-run $(PYODIDE_FLAG)
	$(BIN)/python -m tools.pyodide.make_lite --dry-run $(PYODIDE_FLAG)
	$(if $(PDF),$(BIN)/python -m tools.pdf --dry-run)
	rm -rf $(HTML) _build/.doctrees
	$(BIN)/jupyter-book build . -W --keep-going -n -q
	$(BIN)/python -m tools.make_slides
	$(BIN)/python -m tools.pyodide.make_python $(PYODIDE_FLAG)
	$(BIN)/python -m tools.pyodide.make_lite $(PYODIDE_FLAG)

# With PDF=1 the pages link to the PDF. Only the goals that make it set this: after
# `make book PDF=1` the links would lead nowhere. It is set for all goals of a call, because
# `make book pdf` builds one site for both.
override PDF := $(if $(filter pdf test-pdf test-slow,$(MAKECMDGOALS)),1)
export PDF
pdf: book ## build the site and the book as one PDF; needs Chromium
	$(BIN)/python -m tools.pdf || { rm -f $(BUILT); exit 1; }

slides: $(READY) ## make the slides again, from the site as it was last built
	$(BIN)/python -m tools.make_slides

serve: $(BUILT) ## show the site on localhost, as it was last built (builds it only if none is there)
	@echo "The first page: http://localhost:$(PORT)/"
	$(BIN)/python -m http.server --directory $(HTML) --bind localhost $(PORT)

lab: $(READY) ## open the notebooks in JupyterLab
	$(BIN)/python -m jupyter lab book

assignment: ## make the zips of an assignment, for students and for the teacher
	$(PYTHON) -m tools.make_assignment

run-notebooks: $(READY) ## execute all notebooks in place
	$(BIN)/python -m tools.run_notebooks --jobs $(JOBS)

bench: $(READY) ## time svmlib
	$(BIN)/python -m benchmarks.bench_hinge
	$(BIN)/python -m benchmarks.bench_solvers

# The steps run side by side: while one waits for its last test or for a browser, others use
# the free cores. If this make has --output-sync, the output of a step isn't mixed with that
# of another.
PARALLEL = -j $(if $(filter output-sync,$(.FEATURES)),--output-sync)
test: $(READY) ## what a change has to pass, in about ten minutes
	$(MAKE) $(PARALLEL) lint test-notebooks test-unit book test-site

# One BLAS thread for each worker of pytest: the workers keep the cores busy.
test-notebooks test-unit test-site test-pdf test-browsers test-slow test-oldest test-newest: export OPENBLAS_NUM_THREADS = 1

lint: $(READY) $(TSC) ## style, types, and the rules that every page keeps to
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.book_lint
	@if test -e $(TSC); then npm run --silent lint; \
	else echo "The JavaScript isn't checked: npm, Prettier or TypeScript is missing"; test -z "$$CI"; fi

# Why npm can't install them matters only in CI, where lint fails without them.
$(TSC): package.json
	@npm install --fetch-retries=0 --no-package-lock --no-audit --no-fund $(if $(CI),--loglevel=error,--silent 2>/dev/null) && touch $@ || rm -f $@

test-notebooks: $(READY) ## execute every notebook, and compare its outputs
	$(PYTEST) book -n $(JOBS) --dist loadfile

test-unit: $(READY) ## svmlib, the tools, what makes the site, and the book as a text
	$(PYTEST) $(UNIT) $(WORKERS) -rs

# If `book` is a goal too, its new site is tested.
test-site: $(if $(filter book,$(MAKECMDGOALS)),book,$(BUILT)) ## test the built site, as it was last built (builds it only if none is there)
	$(PYTEST) tests/site tests/browser $(WORKERS) -rs

test-pdf: pdf ## build the site with the PDF, and test its files
	$(PYTEST) tests/site $(WORKERS) -rs

test-browsers: $(BUILT) ## every page, notebook and lab of the built site in three browsers
	$(PYTEST) tests/browser -m "" $(WORKERS) -rs

# Mutation testing. To alter all of svmlib takes hours, so each night tries a sample, with a seed
# of its own.
alterations: $(READY) ## alter every equation, and a sample of svmlib: is each change noticed?
	$(BIN)/python -m tools.mutation --jobs $(JOBS); equations=$$?; \
	$(BIN)/python -m tools.mutation --package --jobs $(JOBS) --sample 20 --seed $$(date +%Y%m%d) && \
	exit $$equations

# --keep-going, so that all of these run, even if one of them fails. -j1, because test-slow
# deletes and builds the site that test-browsers opens.
nightly: $(READY) ## all that takes too long for test
	$(MAKE) -j1 --keep-going test-slow test-browsers test-oldest test-newest alterations

test-slow: pdf ## test-unit and the tests of the site's files, with those that take minutes
	$(PYTEST) $(UNIT) tests/site -m "" $(WORKERS) \
		--cov --cov-report=term-missing:skip-covered --cov-fail-under=98

# svmlib and its tests with other versions; .venv stays as it is.
test-oldest: VERSIONS = numpy==2.0.* matplotlib==3.8.* contourpy==1.2.1 scikit-learn==1.6.*
test-newest: VERSIONS = --pre numpy matplotlib torch
test-oldest: UNFIT = v > (3, 12)
test-newest: UNFIT = v < (3, 12)
test-oldest: ## test svmlib with the oldest NumPy, Matplotlib and scikit-learn that it supports
test-newest: ## test svmlib with the newest NumPy, Matplotlib and PyTorch
test-oldest test-newest:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; $(UNFIT) and sys.exit("$@ cannot use Python %d.%d: NumPy 2.0 needs 3.11 or 3.12, the newest NumPy 3.12 or later. Both run with PYTHON=python3.12" % v)'
	$(PYTHON) -m venv --clear _build/$@
	_build/$@/bin/python -m pip install -q -U pip # groups need pip 25.1 or later
	_build/$@/bin/python -m pip install -q $(VERSIONS) --group test-svmlib
	PYTHONPATH=. _build/$@/bin/python -m pytest -q svmlib tests/svmlib -n $(JOBS)

$(BUILT):
	$(MAKE) book

# uv takes a fifth of pip's time. Where it can't reach the packages, pip may.
$(READY): requirements.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"Python 3.11 or later is needed, $(PYTHON) is {v[0]}.{v[1]}: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip install -q --python $(BIN)/python -r requirements.txt || $(BIN)/python -m pip install -q -r requirements.txt
	@touch $@

# The wheel has to work with NumPy alone, and the source has to hold what its tests need.
release: TRIAL = _build/release
release: ## build the package, and try it in a bare environment
	rm -rf dist $(TRIAL)
	$(PYTHON) -m venv $(TRIAL)
	$(TRIAL)/bin/python -m pip install -q build twine
	$(TRIAL)/bin/python -m build -o dist .
	$(TRIAL)/bin/python -m twine check --strict dist/*
	$(PYTHON) -m venv --clear $(TRIAL)
	$(TRIAL)/bin/python -m pip install -q dist/*.whl
	cd $(TRIAL) && bin/python -m svmlib.exercises list >/dev/null
	$(TRIAL)/bin/python -m pip install -q -U pip # groups need pip 25.1 or later
	$(TRIAL)/bin/python -m pip install -q --group test-svmlib
	$(TRIAL)/bin/python -m pip install -q $$(grep ^myst-parser== requirements.txt) # it reads the documents
	tar xzf dist/*.tar.gz -C $(TRIAL)
	cd $(TRIAL)/svmlib-*/ && ../bin/python -m pytest -q svmlib tests/svmlib tests/test_documents.py -n $(JOBS)

clean: ## delete what was built
	rm -rf _build dist
