// SPDX-License-Identifier: Apache-2.0
//
// Remembers which message a zeroise has cut in two, for the parts around a core of several lanes
// that clear their data and keep the framing: that message must end with abort, or a shorter one
// would look complete. No standard.
//
//   valid_i    the lanes with a segment that is taken in this cycle, in any pattern
//   last_i     the segment ends its message
//   spoil_o    the segment belongs to the message that was open during the last zeroise
//
// Combinational from valid_i and last_i; the state is one bit for a message that is open, and one
// that says that it lost data. A segment that is taken in a cycle of zeroise_i counts as before it.
// Reset: no message is open.
module seal_lanes_spoil #(
  parameter int unsigned Lanes = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             zeroise_i,

  input  logic [Lanes-1:0] valid_i,
  input  logic [Lanes-1:0] last_i,
  output logic [Lanes-1:0] spoil_o
);

  logic open_q, open_d, spoilt_q, spoilt_d;

  always_comb begin
    open_d   = open_q;
    spoilt_d = spoilt_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      spoil_o[n] = spoilt_d;
      if (valid_i[n]) begin
        open_d   = !last_i[n];
        spoilt_d = spoilt_d && !last_i[n];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q   <= 1'b0;
      spoilt_q <= 1'b0;
    end else begin
      open_q   <= open_d;
      spoilt_q <= open_d && (spoilt_d || zeroise_i);
    end
  end

endmodule
