// SPDX-License-Identifier: Apache-2.0
//
// Issue stage: turns requests into tokens, at most one per cycle, and holds the counter. NIST SP
// 800-38D, sections 6.2 (inc32), 7.1 steps 2 and 3 (J0, first counter block).
//
//   request        waits for                              AES block
//   IV             -                                      -
//   AAD            an entry of the output FIFO            -
//   TEXT           J0, an entry                           counter, then inc32(counter)
//   IVLEN          -                                      -   (no J0 until the hash is back)
//   END            J0, an entry if it ends the packet     J0
//   END, refused   the end of a hash of an IV under way,  J0 (not used)
//                  an entry if it ends the packet
//
// With Lead 1 or 2 the first request of a message that is not refused waits for as many tokens
// before it, KEYH and KEYH2: keys of the hash of this message alone, which are the results of AES
// on counter blocks 0 and 1 of its IV; or, with Zero, KEYH alone on the block of zeros, H of GCM
// under the key of this message.
//
// J0 is the hash of an IV, or it follows from the first counter block in the buffer: the same 96
// bits, and 1 in the last 32.
//
// Every token that leaves an output block takes a credit for an entry of the output FIFO, so
// nothing behind this stage ever has to stop. A key load takes precedence over any request.
//
// A token is made in two cycles. The first decides whether the request leaves. In the second one
// the buffer is read at the addresses in the request, and the counter advances; words of 128 bits
// appear only there, where nothing waits.
//
// The counter is added in two halves of 16 bits. The carry out of the low half is a register, and
// is added to the high half in the next cycle, where the high half is used.
//
// Latency 3 cycles: slice or queue, decision, token register; the token comes two cycles after its
// go_i. Throughput one token per cycle, or per go_i. Reset and sweep_i: idle. clear_i, only with
// sweep_i, clears J0 and the counter.
`include "seal_assert.svh"

module seal_gcm_issue
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter bit          AnyIv = 1'b1,   // an IV may be hashed
  parameter int unsigned Lead  = 0,      // tokens at the head of a message
  parameter bit          Zero  = 1'b0,   // the first of them encrypts zeros: H of GCM
  parameter int unsigned J0    = 1       // counter of J0, unless that is a hash
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  input  logic                  clear_i,

  input  logic                  request_valid_i,
  output logic                  ready_o,
  input  request_t              request_i,
  input  logic                  go_i,          // a token may be decided: in every cycle, or fewer

  // key load: requests a token
  input  logic                  key_req_i,
  output logic                  key_gnt_o,
  input  token_e                key_kind_i,
  input  logic [3:0]            key_slot_i,
  input  logic [1:0]            key_size_i,

  // credits
  input  logic                  entry_free_i,
  output logic                  entry_take_o,

  // hash of an IV
  input  logic                  j0_valid_i,
  input  logic [127:0]          j0_i,

  // buffer: words of the token being made, of which start_i is a register; the block address of the
  // oldest request that waits
  output logic [BlockAddrW-1:0] word_addr_o,
  input  logic [127:0]          word_i,
  output logic [StartAddrW-1:0] start_addr_o,
  input  logic [127:0]          start_i,
  output logic [BlockAddrW-1:0] oldest_addr_o,

  output logic                  token_valid_o,
  output token_t                token_o,
  output logic [DataW-1:0]      data_o,
  output logic [127:0]          block_o,       // for the AES pipe
  output logic [1:0]            size_o,
  output logic                  busy_o         // a request waits
);

  // ---- the request that waits, and its conditions -----------------------------------------------
  localparam int unsigned RequestDataW = $bits(request_t) - RequestCtrlW;

  request_t head;
  logic     valid, emit;
  logic     lead, led;    // a leading token is decided; the request may leave
  token_e   lead_kind;
  logic     hash_wait_q;  // the hash of an IV is under way

  // A leading token holds up requests, and an IV of 12 bytes among the data has none: in an opened
  // message the beats take just as long as the tokens, so such a cycle must not reach the input. A
  // slice would pass it on: once both of its places are full, it is not ready for a cycle. The
  // third place of the queue keeps it ready.
  if (Lead == 0) begin : g_slice
    seal_skid_wide #(.CtrlW(RequestCtrlW), .DataW(RequestDataW)) u_requests (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i(request_valid_i),
      .ready_o(ready_o),
      .ctrl_i (request_i[$bits(request_t)-1:RequestDataW]),
      .data_i (request_i[RequestDataW-1:0]),
      .valid_o(valid),
      .ready_i(emit),
      .ctrl_o  (head[$bits(request_t)-1:RequestDataW]),
      .data_o (head[RequestDataW-1:0])
    );
  end else begin : g_queue
    seal_fifo_flat #(.Width($bits(request_t)), .Depth(3), .Ports(1)) u_requests (
      .clk_i, .rst_ni, .sweep_i,
      .push_i (request_valid_i && ready_o),
      .data_i (request_i),
      .room_o (ready_o),
      .pop_i  (emit),
      .data_o (head),
      .valid_o(valid)
    );
  end

  assign emit = valid && led && go_i && !key_req_i && (entry_free_i || !head.entry) &&
                !(hash_wait_q && head.j0);

  assign entry_take_o  = emit && head.entry;
  assign key_gnt_o     = key_req_i && go_i && !sweep_i;
  assign busy_o        = valid;
  assign oldest_addr_o = head.block_addr;

  // ---- leading tokens ---------------------------------------------------------------------------
  if (Lead > 2) begin : g_bad_lead
    $error("seal_gcm_issue: Lead must be 0, 1 or 2");
  end

  if (Lead == 0) begin : g_no_lead
    assign {lead, led} = 2'b01;
    assign lead_kind   = TokenKeyH;
  end else begin : g_lead
    logic [1:0] made_count_q;   // leading tokens of the request that waits

    assign led       = !head.first || head.refused || made_count_q == 2'(Lead);
    assign lead      = valid && !led && go_i && !key_req_i;
    assign lead_kind = (made_count_q == '0) ? TokenKeyH : TokenKeyH2;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)              made_count_q <= '0;
      else if (sweep_i || emit) made_count_q <= '0;
      else if (lead)            made_count_q <= made_count_q + 2'd1;
    end
  end

  // ---- the token being made ---------------------------------------------------------------------
  // Kind of the token that is decided in this cycle
  token_e kind;
  assign kind = key_req_i ? key_kind_i : lead ? lead_kind : token_e'(head.kind);

  typedef struct packed {
    token_e         kind;
    message_op_e    op;
    logic [3:0]     slot;
    logic [1:0]     size;
    logic           fin;
    message_cause_e cause;
    logic [4:0]     tag_len;
    logic           mask;
    logic [4:0]     bytes;
  } made_t;

  made_t                 made_q;
  logic                  made_valid_q;
  logic                  zero_q;         // its block is zero: of a key load, or H of a message
  logic                  text_q;         // it uses the counter
  logic                  first_q;        // it, or a request that waits, is the first of its message
  logic                  blank_q;        // it carries no data
  logic                  hashed_q;       // J0 of its message is a hash
  logic [BlockAddrW-1:0] word_addr_q;
  logic                  iv_hash_q;      // the message had an IVLEN

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      made_valid_q <= 1'b0;
      hash_wait_q  <= 1'b0;
      iv_hash_q    <= 1'b0;
      zero_q       <= 1'b0;
      text_q       <= 1'b0;
      first_q      <= 1'b0;
      blank_q      <= 1'b1;
      hashed_q     <= 1'b0;
    end else begin
      made_valid_q <= key_gnt_o || emit || lead;
      zero_q       <= key_req_i || (Zero && lead);
      text_q       <= emit && head.kind == ReqText;
      first_q      <= valid && head.first;
      blank_q      <= !(emit && (head.kind inside {ReqAad, ReqText, ReqIv} ||
                                 (head.kind == ReqEnd && head.op == OpOpen && !head.refused)));
      hashed_q     <= AnyIv && iv_hash_q && !head.first;
      if (sweep_i || !AnyIv)                  hash_wait_q <= 1'b0;
      else if (emit && head.kind == ReqIvLen) hash_wait_q <= 1'b1;
      else if (j0_valid_i)                    hash_wait_q <= 1'b0;
      if (emit) iv_hash_q <= AnyIv && ((iv_hash_q && !head.first) || head.kind == ReqIvLen);
    end
  end

  always_ff @(posedge clk_i) begin
    made_q <= '{
      kind:    kind,
      op:      head.op,
      slot:    key_req_i ? key_slot_i : head.slot,
      size:    key_req_i ? key_size_i : head.size,
      fin:     head.fin && !key_req_i && !lead,
      cause:   head.cause,
      tag_len: head.tag_len,
      mask:    kind inside {TokenEnd, TokenKeyH} || (Lead > 1 && kind == TokenKeyH2),
      // The data of END are for the verdict; as an output block it is null.
      bytes:   (head.kind == ReqEnd) ? '0 : head.bytes
    };
    word_addr_q <= head.block_addr;
  end

  assign word_addr_o  = word_addr_q;
  // A cycle before, since the counter follows.
  assign start_addr_o = head.start_addr[StartAddrW-1:0];

  logic unused_lane;   // there is one
  assign unused_lane = ^{head.lane, head.start_addr[StartAddrW+LaneW-1:StartAddrW]};

  // ---- J0 of a hashed IV, and the counter -------------------------------------------------------
  // The first request of a message loads the first counter, and may use it at once. While that
  // request waits, it loads it again in each cycle; so only the increment depends on whether a
  // request leaves.
  logic         j0_valid_q, waited_q, carry_q;
  logic [127:0] j0_in_q, j0_q;
  logic [15:0]  low_q, high_q, low, high;
  logic [31:0]  j0_in_low, first;

  assign j0_in_low    = swap32(j0_in_q[127:96]);
  assign first        = swap32(start_i[127:96]);
  assign low          = first_q ? first[15:0]  : low_q;
  assign high         = first_q ? first[31:16] : high_q + 16'(carry_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      j0_valid_q <= 1'b0;
      waited_q   <= 1'b0;
    end else begin
      j0_valid_q <= j0_valid_i && hash_wait_q;
      waited_q   <= hash_wait_q;
    end
  end

  always_ff @(posedge clk_i) begin
    j0_in_q <= clear_i ? '0 : j0_i;
    // Inputs are loaded in each cycle while J0 is awaited, and only the last is used: no decision
    // enables 128 bits.
    if (clear_i || waited_q) j0_q <= j0_in_q;
    if (clear_i) begin
      // J0 of a hashed IV depends on H.
      {high_q, low_q} <= '0;
      carry_q         <= 1'b0;
    end else if (j0_valid_q) begin
      low_q   <= j0_in_low[15:0] + 16'd1;
      carry_q <= &j0_in_low[15:0];
      high_q  <= j0_in_low[31:16];
    end else begin
      low_q   <= low + 16'(text_q);   // inc32: wraps
      carry_q <= text_q && (&low);
      high_q  <= high;
    end
  end

  // ---- the token --------------------------------------------------------------------------------
  // A token that is not valid may have anything in its fields; its data are zero. Only
  // TEXT, END, KEYH and KEYH2 use the result of AES.
  logic [31:0] first_low, block_low;

  // The counter of what is no text: J0's, or that of a leading token.
  assign first_low = (Lead > 0 && made_q.kind == TokenKeyH)  ? 32'd0 :
                     (Lead > 1 && made_q.kind == TokenKeyH2) ? 32'd1 : 32'(J0);
  assign block_low = text_q ? {high, low} : hashed_q ? swap32(j0_q[127:96]) : first_low;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_o <= 1'b0;
    else         token_valid_o <= made_valid_q;
  end

  always_ff @(posedge clk_i) begin
    token_o <= '{
      kind:    made_q.kind,
      op:      made_q.op,
      slot:    made_q.slot,
      fin:     made_q.fin,
      cause:   made_q.cause,
      tag_len: made_q.tag_len,
      text:    text_q,
      mask:    made_q.mask,
      bytes:   made_q.bytes,
      keep:    keep_of(made_q.bytes)
    };
    data_o  <= blank_q ? '0 : word_i;
    size_o  <= made_q.size;
    block_o <= zero_q ? '0 : {swap32(block_low), hashed_q ? j0_q[95:0] : start_i[95:0]};
  end

  `SEAL_ASSERT(OneMessageAtATime_A, valid && head.first |-> !hash_wait_q)

endmodule
