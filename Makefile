# SPDX-License-Identifier: Apache-2.0
#
#   make demo [FILE=path]   seals and opens a file through a simulated core
#   make test               every check; ends with `N passed, N failed`
#   make quick              models, a small simulation per family, lint of uncommitted changes
#   make one T=name         one test or bench: a file, a file::test or a word of its name
#   make lint               lint of all RTL
#   make smoke              examples/gcm with the toolkit's Verilator
#   make test-asic          standard cells, a layout (Debian's qflow, qflow-tech-osu018, opensta)
#   make test-devices       place and route on every device (after make setup-devices)
#   make test-stock         which library other tools compile (Debian's iverilog, verilator, yosys)
#   make test-memories      what becomes of every memory of every core, in six flows
#   make nightly            whole vector sets, long random runs, mutants; continues where it stopped
#   make bench              every measured result, with place and route (hours)
#   make setup              only the environment, in .venv
#   make setup-devices      placers of FPGAs other than the ECP5, too (480 MB)
#   make clean              removes what the tools made, not .venv

PY := .venv/bin/python

.PHONY: setup setup-devices demo test quick one lint smoke test-asic test-devices test-memories \
  test-stock nightly bench clean
.DEFAULT_GOAL := test

setup: .venv/.stamp

.venv/.stamp: requirements.txt pyproject.toml scripts/setup.sh
	@bash scripts/setup.sh

setup-devices: setup
	@$(PY) -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-devices.txt

demo: setup
	@.venv/bin/sealwright demo $(if $(FILE),--file "$(FILE)")

test: setup
	@$(PY) scripts/run_tests.py

quick: setup
	@$(PY) scripts/run_tests.py --quick

one: setup
	@test -n "$(T)" || { echo "make one: say which test, as in make one T=fifo"; exit 2; }
	@$(PY) -m pytest -q -m "not asic and not devices and not memories and not stock" \
	  $(if $(findstring /,$(T)),"$(T)",-k "$(T)")

lint: setup
	@$(PY) -m sealwright.synth.lint

smoke: setup
	@eval "$$(.venv/bin/sealwright env)" && $(MAKE) -C examples/gcm BUILD=$(CURDIR)/build/smoke

test-asic: setup
	@$(PY) scripts/run_tests.py -m asic

test-devices: setup-devices
	@$(PY) scripts/run_tests.py -m devices

test-stock: setup
	@$(PY) scripts/run_tests.py -m stock

test-memories: setup
	@$(PY) scripts/run_tests.py -m memories

nightly: setup
	@$(PY) scripts/run_tests.py --resume -m nightly
	@$(PY) -m sealwright.study.mutants

bench: setup-devices
	@$(PY) -m sealwright.study.results

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache
	find src tests tb scripts -name __pycache__ -type d -prune -exec rm -rf {} +
