# SPDX-License-Identifier: Apache-2.0
#
# Common to the makefiles of the examples. They set TOP, LIBS (folders of rtl/, in order), SMALL
# (parameters of a core that is built soon), and DRIVER, if that is in another folder.
#
#   make cocotb     the smoke test through the driver in Python, with cocotb 2 from PATH
#   make clean
#   BUILD=folder    where the simulations are built, a full path
#
# They need `verilator`: docs/use/integration.md, Tools, lists the versions that were tried, and
# `sealwright env` puts the toolkit's on PATH. The file lists name files relative to the root.
# SYNCASYNCNET is off because the assertions, which are off during reset, sample the reset, and
# UNUSEDPARAM because the lists name packages of other tops.
#
# What keeps the builds short: a core for one key size with table S-boxes has few modules; no
# optimisation by the compiler, since so short a run gains nothing by it; and cocotb sees only what
# ports.vlt names (its own makefile would publish every signal, and asks the version of Verilator).

BUILD ?= $(CURDIR)/build
DRIVER ?= $(CURDIR)
VERILATOR ?= verilator
PYTHON ?= python3
ROOT := ../..
RTL := $(wildcard $(ROOT)/rtl/*/*.sv $(ROOT)/rtl/*/*.svh $(ROOT)/rtl/*/*.f)
VERILATE = mkdir -p $(@D) && cd $(ROOT) && $(VERILATOR) --timing --assert -Wall $(WAIVERS) \
  -Irtl/common $(foreach lib,$(LIBS),-f rtl/$(lib)/$(lib).f)
WAIVERS += -Wno-SYNCASYNCNET -Wno-UNUSEDPARAM
FAST := -j 2 -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
CORE = $(SMALL) --top-module $(TOP) --cc --exe --build $(FAST)

.PHONY: run cpp cocotb clean

cocotb: $(BUILD)/cocotb/smoke
	cd $(BUILD)/cocotb && rm -f results.xml && \
	  PYTHONPATH="$(CURDIR):$(CURDIR)/..:$(DRIVER)" COCOTB_TEST_MODULES=smoke COCOTB_TOPLEVEL=$(TOP) \
	  TOPLEVEL_LANG=verilog PYGPI_PYTHON_BIN="$$(cocotb-config --python-bin)" \
	  GPI_USERS="$$(cocotb-config --libpython);$$(cocotb-config --pygpi-entry-point)" ./smoke
	$(PYTHON) -m cocotb_tools.check_results $(BUILD)/cocotb/results.xml

$(BUILD)/cocotb/smoke: ports.vlt $(RTL)
	libs="$$(cocotb-config --lib-dir)" && $(VERILATE) $(CORE) \
	  --vpi --timescale 1ns/1ps --prefix Vtop $(CURDIR)/ports.vlt \
	  "$$(cocotb-config --share)/lib/verilator/verilator.cpp" \
	  -LDFLAGS "-Wl,-rpath,$$libs -L$$libs -lcocotbvpi_verilator" --Mdir $(BUILD)/cocotb -o smoke

clean:
	rm -rf $(BUILD)
