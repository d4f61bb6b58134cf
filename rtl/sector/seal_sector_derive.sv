// SPDX-License-Identifier: Apache-2.0
//
// Derives the values that a scheme keeps with a key, by the steps that its package lists
// (seal_key_derive): calls of the cipher, hash keys with their powers, constants, further AES keys.
// This module has the values: results of calls, fields of the key. No standard of its own: the
// schemes' packages cite theirs.
//
// derive_i is high while the engine may derive (seal_key_load); start_i comes before it. again_o
// asks for again_key_o to be expanded as AES key key_o of the slot, during which derive_i is low.
// done_o is high in the last cycle of the derivation, with cause_o. A call is offered until it is
// taken, its result comes back with result_valid_i. hash_* writes a hash key and waits until
// hash_done_i (its powers are there); invert_o asks for the inverse of sigma until invert_done_i.
//
// Reset: idle. sweep_i clears results.
module seal_sector_derive
  import seal_engine_pkg::*;
  import seal_sector_pkg::*;
#(
  parameter int unsigned Mode  = 1,
  parameter int unsigned Order = 0,
  parameter int unsigned ExtraW = 128  // bits of s_key_data behind the first AES key
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sweep_i,

  input  logic              start_i,
  input  logic              load_i,        // up to start_i: the key is offered
  input  logic [ExtraW-1:0] extra_i,       // with load_i
  input  logic [SizeW-1:0]  len_i,         // with load_i
  input  logic              derive_i,
  output logic              done_o,
  output logic [2:0]        cause_o,
  output logic              again_o,
  output logic [255:0]      again_key_o,
  output logic [1:0]        key_o,
  output logic [SizeW-1:0]  len_o,

  output logic              call_valid_o,
  input  logic              call_ready_i,
  output logic [127:0]      call_o,
  input  logic              result_valid_i,
  input  logic [127:0]      result_i,

  output logic              store_o,
  output logic [127:0]      k_o,
  output logic [127:0]      k2_o,

  output logic              hash_o,
  output logic              hash_index_o,
  output logic [127:0]      hash_key_o,
  input  logic              hash_done_i,

  output logic              invert_o,
  input  logic              invert_done_i,
  input  logic              invert_bad_i
);

  localparam traits_t     Traits     = seal_sector_scheme_pkg::traits_of(Mode);
  localparam int unsigned StoreOrder = (Mode == ModeHeh) ? seal_gf_pkg::OrderBe : Order;
  localparam bit          GivenKeys  = (Traits.keys == 2) && (Mode != ModeHeh);

  logic [1:0]        key_q;
  logic [ExtraW-1:0] extra_q;
  logic [SizeW-1:0]  len_q;
  logic [255:0]      results_q;        // the latest on top
  logic [127:0]      subkey;           // of CMAC, added to numbers
  logic [3:0]        step;
  derive_t           now;

  assign now = seal_sector_scheme_pkg::derive(Mode, step);

  seal_key_derive u_steps (
    .clk_i, .rst_ni, .sweep_i, .start_i, .derive_i, .done_o, .cause_o,
    .step_o  (step),
    .op_i    (now.op),
    .call_valid_o, .call_ready_i, .result_valid_i, .hash_o, .hash_done_i, .store_o,
    .expand_o(again_o),
    .invert_o, .invert_done_i, .invert_bad_i
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                key_q <= '0;
    else if (start_i || sweep_i) key_q <= '0;
    else if (again_o)           key_q <= now.arg[1:0];
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i) begin
      results_q <= '0;
      extra_q   <= '0;
    end else begin
      if (load_i)         extra_q   <= extra_i;
      if (result_valid_i) results_q <= {result_i, results_q[255:128]};
    end
    if (load_i) len_q <= len_i;
  end

  assign call_o = (now.op == DoLength)
                    ? be(32'(len_q) << 3)
                    : seal_sector_scheme_pkg::number(Mode, 32'(now.arg)) ^ subkey;

  // HEH has CMACs of numbers, under a subkey that is the constant k.
  if (Mode == ModeHeh) begin : g_subkey
    logic [127:0] subkey_q;
    always_ff @(posedge clk_i) begin
      if (start_i || sweep_i) subkey_q <= '0;
      else if (store_o)       subkey_q <= k_o;
    end
    assign subkey = subkey_q;
  end else begin : g_no_subkey
    assign subkey = '0;
  end

  assign k_o    = now.arg[1] ? 128'(extra_q >> (ExtraW - 128))
                             : now.arg[0] ? times_x(StoreOrder, results_q[255:128])
                                          : results_q[255:128];
  assign k2_o   = 128'(extra_q);

  // The last 128 bits of s_key_data are the field of a hash key.
  assign hash_index_o = (now.op == DoHash) && now.arg[0];
  assign hash_key_o   = (now.op == DoHash) ? results_q[255:128] : 128'(extra_q >> (ExtraW - 128));

  assign again_key_o = GivenKeys           ? 256'(extra_q)
                       : (Mode == ModeXcb) ? {128'd0, results_q[255:128]} : results_q;
  assign key_o       = key_q;
  assign len_o       = len_q;

endmodule
