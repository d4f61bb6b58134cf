// SPDX-License-Identifier: Apache-2.0
//
// Assertion macros, the only place where the kinds of tool differ.
//   simulation: concurrent assertions, off during reset
//   synthesis and Yosys (SYNTHESIS is defined, also by read_slang): nothing
//   Icarus, which has no concurrent assertions: nothing
// That a signal is known can be checked in simulators with four states; Verilator has two. The
// benches of exported cores check it in Icarus.
// Source: IEEE 1800-2017, clause 16, for the language.
`ifndef SEAL_ASSERT_SVH
`define SEAL_ASSERT_SVH

`ifdef __ICARUS__
`define SEAL_ASSERT_NONE
`endif
`ifdef SYNTHESIS
`define SEAL_ASSERT_NONE
`endif

`ifdef SEAL_ASSERT_NONE
`define SEAL_ASSERT(name_, prop_)
`define SEAL_ASSERT_ALWAYS(name_, prop_)
`define SEAL_ASSERT_STATE(type_, name_, next_)
`define SEAL_COVER(name_, prop_)
`define SEAL_STREAM(name_, valid_, ready_, data_, cancel_)
`else
// The property holds at every clock edge out of reset (uses clk_i and rst_ni of the module).
`define SEAL_ASSERT(name_, prop_) \
  name_: assert property (@(posedge clk_i) disable iff (rst_ni !== 1'b1) (prop_)) \
  else $error("assertion failed: %m");
// The same in a module without reset.
`define SEAL_ASSERT_ALWAYS(name_, prop_) \
  name_: assert property (@(posedge clk_i) prop_) else $error("assertion failed: %m");
// A register, zero at first, for such an assertion alone.
`define SEAL_ASSERT_STATE(type_, name_, next_) \
  type_ name_; \
  initial name_ = '0; \
  always @(posedge clk_i) name_ <= next_;
`define SEAL_COVER(name_, prop_) \
  name_: cover property (@(posedge clk_i) disable iff (rst_ni !== 1'b1) (prop_));
// A stream of a module: what it offers stays until it is taken, or until cancel_ (a zeroise) ends
// it; valid is known, and ready while it counts. Of an input this is what the module relies on.
`define SEAL_STREAM(name_, valid_, ready_, data_, cancel_) \
  `SEAL_ASSERT(name_``Stable_A, (valid_) && !(ready_) && !(cancel_) |=> \
      (cancel_) || ((valid_) && $stable(data_))) \
  `SEAL_ASSERT(name_``Known_A, !$isunknown(valid_) && (!(valid_) || !$isunknown(ready_)))
`endif

`endif
