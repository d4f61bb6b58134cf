// SPDX-License-Identifier: Apache-2.0
//
// GHASH (NIST SP 800-38D, section 6.4) of q blocks per cycle (q = Lanes) under a key that is a
// constant: q products with H^q .. H, each a sum of bits that the key selects (seal_gf_mult_fixed).
//
// A multiplier cannot have another power of H in another cycle, so the multipliers have one stage,
// and the blocks move instead: those of a last beat with n blocks go to the last n lanes, and the
// sum of the beats before goes into the first of these, whose power is H^n (with P_0 = 0):
//
//   P_b = sum over l of Y_(b,l) H^(q + 1 - l)
//   Y_(b,l) = X_(b, l - q + n) + (l = q - n + 1 ? P_(b-1) : 0),   X_(b,l) = 0 for l < 1
//   hash = P_B
//
//   blocks_i --> choice of lanes --> x_q --> + --> q products, added --> p
//                                            +---------------------------+
//
// Key is H, byte 0 in bits [7:0]; count_i is n - 1, and counts with last_i. tag_i, given with the
// last beat, comes out with the hash, and next_o a cycle before. Latency 2 cycles; one beat per
// cycle, without a bubble for any lengths. Reset: control. sweep_i: x_q is zero a cycle later, and
// the products another one.
//
// Source: J. Crenne et al., Efficient Key-Dependent Message Authentication in Reconfigurable
// Hardware, FPT 2011: one circuit per key. The choice of lanes is this project's own.
module seal_ghash_fixed
  import seal_ghash_pkg::*;
#(
  parameter int unsigned  TagW   = 1,
  parameter int unsigned  Lanes  = 4,
  parameter bit [127:0]   Key    = 128'd1,
  localparam int unsigned CountW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    sweep_i,

  input  logic                    valid_i,
  input  logic                    last_i,
  input  logic [CountW-1:0]       count_i,
  input  logic [TagW-1:0]         tag_i,
  input  logic [Lanes-1:0][127:0] blocks_i,

  output logic                    next_o,
  output logic [TagW-1:0]         tag_o,
  output logic [127:0]            hash_o
);

  localparam logic [127:0] H = seal_gf_pkg::block_to_poly(seal_gf_pkg::OrderGcm, Key);

  // ---- choice of lanes --------------------------------------------------------------------------
  logic                    valid_q, last_q;
  logic [TagW-1:0]         tag_q;
  logic [CountW-1:0]       skip;     // lanes in front of the first block
  logic [Lanes-1:0][127:0] moved, x_q;
  logic [Lanes-1:0]        enters, enter_q;
  logic                    next_first_q;   // the next beat is the first of its message

  assign skip = last_i ? CountW'(Lanes - 1) - count_i : '0;

  always_comb begin
    moved = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      for (int unsigned m = 0; m <= l; m++) begin
        if (skip == CountW'(l - m)) moved[l] = blocks_i[m];
      end
      enters[l] = (skip == CountW'(l)) && !next_first_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q      <= 1'b0;
      next_first_q <= 1'b1;
    end else if (sweep_i) begin
      valid_q      <= 1'b0;
      next_first_q <= 1'b1;
    end else begin
      valid_q <= valid_i;
      if (valid_i) next_first_q <= last_i;
    end
  end

  // ---- products; p waits in them while no beat comes --------------------------------------------
  logic [Lanes-1:0][127:0] p;
  logic [127:0]            sum, kept_q;
  logic                    fresh_q;   // the sum is that of a beat

  always_ff @(posedge clk_i) begin
    for (int unsigned l = 0; l < Lanes; l++) begin
      x_q[l] <= (valid_i && !sweep_i) ?
                seal_gf_pkg::block_to_poly(seal_gf_pkg::OrderGcm, moved[l]) : '0;
    end
    enter_q <= enters & {Lanes{valid_i}};
    last_q  <= last_i;
    tag_q   <= tag_i;
    tag_o   <= tag_q;
    fresh_q <= valid_q;
    kept_q  <= sweep_i ? '0 : sum;
  end

  for (genvar l = 0; l < Lanes; l++) begin : g_lane
    localparam bit [127:0] Power = ghash_power(H, Lanes - l);
    seal_gf_mult #(
      .Width(128), .Poly(seal_gf_pkg::GcmPoly), .Kind(seal_gf_pkg::KindFixedKey), .Stages(1),
      .Key(Power)
    ) u_mult (
      .clk_i, .start_i(1'b1),
      .a_i(x_q[l] ^ (enter_q[l] ? sum : '0)),
      .b_i('0),
      .p_o(p[l])
    );
  end

  always_comb begin
    sum = fresh_q ? '0 : kept_q;
    for (int unsigned l = 0; l < Lanes; l++) sum = sum ^ p[l];
  end

  assign next_o = valid_q && last_q;
  assign hash_o = seal_gf_pkg::poly_to_block(seal_gf_pkg::OrderGcm, sum);

endmodule
