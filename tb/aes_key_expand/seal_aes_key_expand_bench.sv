// SPDX-License-Identifier: Apache-2.0
//
// Bench top: seal_aes_key_expand with each row of parameters below, all on the same inputs. Only
// the one selected by point_i is offered keys and drives the outputs. held_o: the contents of its
// registers that hold a key. No standard.
module seal_aes_key_expand_bench (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [3:0]   point_i,
  output logic [2:0]   sizes_o,   // KeySizes and SboxStages of the point; 0: no such point
  output logic [1:0]   stages_o,

  input  logic         clear_i,
  input  logic         offer_i,
  input  logic         start_i,
  input  logic [1:0]   size_i,
  input  logic [255:0] key_i,
  output logic         busy_o,
  output logic         we_o,
  output logic [3:0]   round_o,
  output logic [127:0] key_o,
  output logic         done_o,
  output logic [255:0] held_o
);

  typedef struct packed {
    int unsigned sizes, sbox, stages;
  } point_t;

  localparam point_t Points [9] = '{
    '{7, 0, 0}, '{7, 0, 2}, '{7, 1, 1}, '{7, 1, 3}, '{7, 2, 0},
    '{1, 0, 0}, '{2, 1, 1}, '{4, 0, 2}, '{5, 0, 0}
  };

  logic [15:0]        busy, we, done;
  logic [15:0][3:0]   round;
  logic [15:0][127:0] key;
  logic [15:0][255:0] held;
  logic [15:0][2:0]   sizes;
  logic [15:0][1:0]   stages;

  for (genvar n = 0; n < 16; n++) begin : g_point
    if (n < $size(Points)) begin : g_one
      logic chosen;
      assign chosen = point_i == 4'(n);
      seal_aes_key_expand #(
        .KeySizes(Points[n].sizes), .Sbox(Points[n].sbox), .SboxStages(Points[n].stages)
      ) u_expand (
        .clk_i, .rst_ni, .clear_i,
        .offer_i(offer_i && chosen), .start_i(start_i && chosen), .size_i, .key_i,
        .busy_o(busy[n]), .we_o(we[n]), .round_o(round[n]), .key_o(key[n]), .done_o(done[n])
      );
      assign held[n]   = u_expand.window_q | 256'(u_expand.latest_q) | 256'(u_expand.key_q);
      assign sizes[n]  = 3'(Points[n].sizes);
      assign stages[n] = 2'(Points[n].stages);
    end else begin : g_none
      assign {busy[n], we[n], done[n], round[n], key[n], held[n], sizes[n], stages[n]} = '0;
    end
  end

  assign sizes_o  = sizes[point_i];
  assign stages_o = stages[point_i];
  assign busy_o   = busy[point_i];
  assign we_o     = we[point_i];
  assign round_o  = round[point_i];
  assign key_o    = key[point_i];
  assign done_o   = done[point_i];
  assign held_o   = held[point_i];

endmodule
