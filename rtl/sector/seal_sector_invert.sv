// SPDX-License-Identifier: Apache-2.0
//
// The inverse of sigma = 1 + tau + ... + tau^m, for TET (Halevi; Mancillas-Lopez 2010, III.E): a
// hash of m ones under the key tau, plus one; then a^-1 = a^(2^128 - 2) by the chain of Itoh and
// Tsujii (Inf. Comput. 78, 1988): with b_n = a^(2^n - 1),
//
//   b_2n = b_n^(2^n) b_n      b_(n+1) = b_n^2 a      a^-1 = b_127^2
//
// for n = 1, 2, 3, 6, 7, 14, 15, 30, 31, 62, 63, 126, 127: 127 squares and 12 products. Squares are
// logic of their own; a product x y is the hash of the block x under the key y (seal_hash), for
// which hash key 1 of the slot serves. At the end that key is the inverse.
//
// invert_i stays high until done_o; bad_o with it: sigma is zero, and no key has been written.
// token_*: blocks for the hash, each message in one piece, under hash key 1 or 0 (token_index_o).
// hash_o asks for key_o to be written, until hash_done_i. len_i, in bytes, is that of a data unit.
//
// Reset: idle; sweep_i too, and it clears the operands.
module seal_sector_invert
  import seal_sector_pkg::*;
#(
  parameter int unsigned Order = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             invert_i,
  input  logic [SizeW-1:0] len_i,
  output logic             done_o,
  output logic             bad_o,

  output logic             token_valid_o,
  input  logic             token_ready_i,
  output logic             token_last_o,
  output logic             token_index_o,
  output logic [127:0]     token_o,
  input  logic             result_valid_i,
  input  logic [127:0]     result_i,

  output logic             hash_o,
  output logic [127:0]     key_o,
  input  logic             hash_done_i
);

  localparam logic [127:0] One = seal_gf_pkg::poly_to_block(Order, 128'd1);

  typedef enum logic [2:0] {
    StIdle, StOnes, StSigma, StSquare, StKey, StToken, StProduct, StLast
  } state_e;

  state_e           state_q, state_d;
  logic [SizeW-5:0] ones_q;
  logic [2:0]       step_q;     // doublings done: n is 1, 3, 7, 15, 31, 63 before them
  logic             add_q;      // the product is b_2n a, after b_n b_n^(2^n)
  logic [6:0]       squares_q;  // left
  logic [127:0]     a_q, b_q, power_q, square_in, square_out, square;
  logic             last_one;

  assign square_in = seal_gf_pkg::block_to_poly(Order, power_q);
  seal_gf_square u_square (.a_i(square_in), .p_o(square_out));
  assign square = seal_gf_pkg::poly_to_block(Order, square_out);

  assign last_one = (ones_q == (SizeW-4)'(1));

  // Squares before a product: n, or 1
  function automatic logic [6:0] squares_of(logic [2:0] step, logic add);
    return add ? 7'd1 : 7'((8'd2 << step) - 8'd1);
  endfunction

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle:    if (invert_i) state_d = StOnes;
      StOnes:    if (token_ready_i && last_one) state_d = StSigma;
      StSigma:   if (result_valid_i) state_d = (result_i == One) ? StLast : StSquare;
      StSquare:  if (squares_q == 7'd1) state_d = StKey;
      StKey:     if (hash_done_i) state_d = (step_q == 3'd6) ? StLast : StToken;
      StToken:   if (token_ready_i) state_d = StProduct;
      StProduct: if (result_valid_i) state_d = StSquare;
      default:   if (!invert_i) state_d = StIdle;   // StLast
    endcase
    if (!invert_i) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     state_q <= StIdle;
    else if (sweep_i) state_q <= StIdle;
    else             state_q <= state_d;
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i) begin
      a_q     <= '0;
      b_q     <= '0;
      power_q <= '0;
    end else begin
      unique case (state_q)
        StIdle: begin
          ones_q <= len_i[SizeW-1:4];
          step_q <= '0;
          add_q  <= 1'b0;
        end
        StOnes: if (token_ready_i) ones_q <= ones_q - (SizeW-4)'(1);
        StSigma: begin
          a_q       <= result_i ^ One;
          b_q       <= result_i ^ One;
          power_q   <= result_i ^ One;
          squares_q <= squares_of(3'd0, 1'b0);
        end
        StSquare: begin
          power_q   <= square;
          squares_q <= squares_q - 7'd1;
        end
        StProduct: begin
          if (result_valid_i) begin
            b_q     <= result_i;
            power_q <= result_i;
            add_q   <= !add_q;
            if (add_q) step_q <= step_q + 3'd1;
            squares_q <= add_q ? (step_q == 3'd5 ? 7'd1 : squares_of(step_q + 3'd1, 1'b0)) : 7'd1;
          end
        end
        default: ;
      endcase
    end
  end

  assign token_valid_o = (state_q == StOnes) || (state_q == StToken);
  assign token_last_o  = (state_q == StToken) || last_one;
  assign token_index_o = (state_q == StToken);
  assign token_o       = (state_q == StOnes) ? One : add_q ? a_q : b_q;
  assign hash_o        = (state_q == StKey);
  assign key_o         = power_q;
  assign done_o        = (state_q == StLast);
  assign bad_o         = (a_q == '0);

endmodule
