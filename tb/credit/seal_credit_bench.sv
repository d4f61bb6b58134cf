// SPDX-License-Identifier: Apache-2.0
//
// Credit counters beside each other: one build for all of them. No standard. Counter i has bit i of
// free_o and idle_o, and bits 3 i and up of take_i and give_i, of which it takes as many as its
// Takes and Gives say.
module seal_credit_bench (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic [15:0][2:0] take_i,
  input  logic [15:0][2:0] give_i,
  output logic [15:0]      free_o,
  output logic [15:0]      idle_o
);

  typedef struct packed {
    int unsigned credits;
    int unsigned late;
    int unsigned takes;
    int unsigned gives;
  } counter_t;

  localparam counter_t Counters [16] = '{
    '{1, 0, 1, 1}, '{2, 0, 1, 1}, '{3, 0, 1, 1}, '{4, 0, 1, 1}, '{5, 0, 1, 1},
    '{2, 1, 1, 1}, '{3, 1, 1, 1}, '{4, 1, 1, 1}, '{5, 1, 1, 1},
    '{2, 0, 2, 2}, '{5, 1, 2, 2}, '{7, 0, 3, 3}, '{8, 1, 3, 3},
    '{5, 0, 3, 1}, '{7, 1, 2, 1}, '{4, 0, 1, 3}
  };

  for (genvar i = 0; i < 16; i++) begin : g_credit
    localparam counter_t Of = Counters[i];
    seal_credit #(
      .Credits(Of.credits), .Late(Of.late), .Takes(Of.takes), .Gives(Of.gives)
    ) u_credit (
      .clk_i, .rst_ni, .clear_i,
      .take_i(take_i[i][Of.takes-1:0]),
      .give_i(give_i[i][Of.gives-1:0]),
      .free_o(free_o[i]),
      .idle_o(idle_o[i])
    );
  end

endmodule
