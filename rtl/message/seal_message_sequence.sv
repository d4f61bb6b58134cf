// SPDX-License-Identifier: Apache-2.0
//
// Sequencer: turns the checked blocks of a message into the requests of the stage that issues
// tokens, one for each token. NIST SP 800-38D, sections 7.1 (steps 2, 4 and 5) and 7.2.
//
//   checked block                                   requests
//   IV, AAD, TEXT                                   the same
//   the first one after a hashed IV                 IVLEN, then its own
//   the last one of a sealed or counter-only        its own, (IVLEN,) END
//   message, if not END itself
//   END                                             END; refused: at once, without IVLEN
//
// So a message of n text and a AAD blocks makes n + a + 1 requests, and the first request of the
// next message follows at once if its command is there.
//
// Up to Lanes requests per cycle, step after step: each step makes one request of the block that
// comes next, which is the same one again while requests of it are left.
//
//   g_at[r]   step r: number of the block that comes next, and the state of its message
//
// valid_i, take_o and request_valid_o are set from bit 0 on without a gap. ready_i takes all
// requests that are valid. Control only: the data of a block are read from the buffer when its
// token is made. Latency: none, from the check's registers to request_o. The state changes only
// with ready_i. Reset and sweep_i: idle.
module seal_message_sequence
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes = 1,
  parameter bit          AnyIv = 1'b1   // an IV may be hashed
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sweep_i,

  input  logic     [Lanes-1:0] valid_i,
  output logic     [Lanes-1:0] take_o,
  input  logic     [Lanes-1:0] last_i,
  input  request_t [Lanes-1:0] checked_i,

  output logic     [Lanes-1:0] request_valid_o,
  input  logic                 ready_i,
  output request_t [Lanes-1:0] request_o
);

  localparam int unsigned CountW = $clog2(Lanes + 1);

  typedef struct packed {
    logic end_due;   // the last block has made its own request; END is still to come
    logic iv_hash;   // the hash of an IV has begun and needs its IVLEN
    logic fin;       // a request is the last block of the output packet
  } state_t;

  state_t state_q;

  for (genvar r = 0; r <= Lanes; r++) begin : g_at
    state_t            state;
    logic [CountW-1:0] number;   // blocks of which all requests are made
  end

  assign g_at[0].state  = state_q;
  assign g_at[0].number = '0;

  for (genvar r = 0; r < Lanes; r++) begin : g_step
    state_t   now;
    request_t checked, request;
    logic     valid, last, is_end, close_iv, moves, done;

    assign now = g_at[r].state;

    if (Lanes == 1) begin : g_block
      assign {valid, last, checked} = {valid_i[0], last_i[0], checked_i[0]};
    end else begin : g_block
      always_comb begin
        {valid, last, checked} = '0;
        for (int unsigned n = 0; n < Lanes; n++) begin
          if (g_at[r].number == CountW'(n)) begin
            {valid, last, checked} = {valid_i[n], last_i[n], checked_i[n]};
          end
        end
      end
    end

    assign is_end   = (checked.kind == ReqEnd);
    assign close_iv = AnyIv && now.iv_hash && !checked.refused &&
                      (now.end_due || checked.kind != ReqIv);
    assign moves    = valid && ready_i;
    assign done     = moves && !close_iv && (now.end_due || is_end || !last);

    always_comb begin
      request       = checked;
      request.first = checked.first && !now.end_due;
      if (close_iv) begin
        request.kind  = ReqIvLen;
        request.fin   = 1'b0;
        request.entry = 1'b0;
        request.j0    = 1'b0;
      end else if (now.end_due || is_end) begin
        request.kind  = ReqEnd;
        request.fin   = !now.fin;
        request.entry = !now.fin;
        request.j0    = 1'b1;
      end
    end

    assign request_valid_o[r] = valid;
    assign request_o[r]       = request;
    assign g_at[r+1].number   = g_at[r].number + CountW'(done);

    always_comb begin
      g_at[r+1].state = now;
      if (sweep_i || (done && last)) begin
        g_at[r+1].state = '0;
      end else if (moves) begin
        g_at[r+1].state = '{end_due: now.end_due || (last && !close_iv),
                            iv_hash: !close_iv && AnyIv && (now.iv_hash || checked.kind == ReqIv),
                            fin:     now.fin || request.fin};
      end
    end
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_take
    assign take_o[n] = (g_at[Lanes].number >= CountW'(n + 1));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else         state_q <= g_at[Lanes].state;
  end

endmodule
