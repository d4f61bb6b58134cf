// SPDX-License-Identifier: Apache-2.0
//
// Issue stage of the CWC core: turns requests into tokens, at most one per cycle, and holds the
// counter. CWC: counter block i is 80 || N || [i]_32 with a nonce N of 11 bytes, in hexadecimal.
//
//   comes     waits for                              AES block
//   AAD       an entry of the output FIFO            -
//   TEXT      an entry                               counter block 1, 2, 3 ...
//   END       an entry if it ends the packet         counter block 0
//   KEYH      -                                      C0 || 0^120, whose encryption is the hash key
//   hash y    nothing: TAG                           y, since the tag is E(y) + E(counter block 0)
//
// A key load comes first, then a hash, then requests: a hash waits in a queue for those of a key
// load alone, which are dozens of cycles apart. (It comes back at most once a cycle.)
//
// Hash: a piece of 12 bytes per cycle. A block takes a cycle of it, and one that makes two pieces
// (seal_cwc_pieces; two) takes two; END and KEYPOW take one, and TAG none. To know of them, the
// bytes that wait for the next piece are followed here. work_q counts the cycles that are left:
// blocks wait behind the AES pipe, and requests here while there is no room for another one of two.
// So a message of n text and a AAD blocks takes n + a + 2 cycles, and where it has more than one
// block of two pieces, the hash and not this stage is the limit.
//
// Every token that leaves an output block takes a credit for an entry of the output FIFO, so
// nothing behind this stage ever has to stop. A token is made in two cycles, as in seal_gcm_issue:
// the first decides, in the second one the buffer is read and the counter advances, in two halves
// of 16 bits; the carry is added a cycle later.
//
// Latency 3 cycles: register slice, decision, token register; the same from a hash. Reset and
// sweep_i: idle. clear_i, only with sweep_i, clears the counter.
module seal_cwc_issue
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_cwc_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  sweep_i,
  input  logic                  clear_i,

  input  logic                  request_valid_i,
  output logic                  ready_o,
  input  request_t              request_i,

  // key load: requests a token
  input  logic                  key_req_i,
  output logic                  key_gnt_o,
  input  token_e                key_kind_i,
  input  logic [3:0]            key_slot_i,
  input  logic [1:0]            key_size_i,

  // credits
  input  logic                  entry_free_i,
  output logic                  entry_take_o,

  // hash of a message
  input  logic                  y_valid_i,
  input  logic [3:0]            y_slot_i,
  input  logic [1:0]            y_size_i,
  input  logic [127:0]          y_i,

  // buffer: words of the token being made, of which start_i is a register; the block address of the
  // oldest request that waits
  output logic [BlockAddrW-1:0] word_addr_o,
  input  logic [127:0]          word_i,
  output logic [StartAddrW-1:0] start_addr_o,
  input  logic [87:0]           start_i,       // N
  output logic [BlockAddrW-1:0] oldest_addr_o,

  output logic                  token_valid_o,
  output token_t                token_o,
  output logic [DataW-1:0]      data_o,
  output logic [127:0]          block_o,       // for the AES pipe
  output logic                  busy_o         // a request waits
);

  // ---- the request that waits, and its conditions -----------------------------------------------
  localparam int unsigned RequestDataW = $bits(request_t) - RequestCtrlW;

  request_t     head;
  logic         valid, emit, tag, y_there, room_q;
  logic [3:0]   y_slot;
  logic [1:0]   y_size;
  logic [127:0] y;

  seal_skid_wide #(.CtrlW(RequestCtrlW), .DataW(RequestDataW)) u_requests (
    .clk_i, .rst_ni, .sweep_i,
    .valid_i(request_valid_i),
    .ready_o(ready_o),
    .ctrl_i (request_i[$bits(request_t)-1:RequestDataW]),
    .data_i (request_i[RequestDataW-1:0]),
    .valid_o(valid),
    .ready_i(emit),
    .ctrl_o (head[$bits(request_t)-1:RequestDataW]),
    .data_o (head[RequestDataW-1:0])
  );

  seal_fifo #(.Width(134), .Depth(QueueHashes)) u_hashes (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (y_valid_i && !sweep_i),
    .data_i ({y_slot_i, y_size_i, y_i}),
    .pop_i  (tag),
    .data_o ({y_slot, y_size, y}),
    .valid_o(y_there)
  );

  assign tag  = y_there && !key_req_i;
  assign emit = valid && !key_req_i && !y_there && room_q && (entry_free_i || !head.entry);

  assign entry_take_o  = emit && head.entry;
  assign key_gnt_o     = key_req_i && !sweep_i;
  assign busy_o        = valid;
  assign oldest_addr_o = head.block_addr;

  // ---- pieces -----------------------------------------------------------------------------------
  // Bytes that wait behind a full block: 4 more each, up to 12, and then 4 again. (Behind a partial
  // block only another section or END may follow.)
  localparam int unsigned WorkW = $clog2(QueueBlocks + 1);

  logic             hashed, waits_q, text_q, whole, two;
  logic [1:0]       fours_q, adds;
  logic [WorkW-1:0] work_q, work;

  assign hashed = (head.kind == ReqAad) || (head.kind == ReqText && head.op != OpCounter);
  assign whole  = waits_q && (fours_q == 2'd3 || text_q != (head.kind == ReqText));
  assign two    = hashed && whole && head.bytes > 5'd12;

  always_comb begin
    adds = 2'd0;
    if (key_gnt_o) adds = 2'(key_kind_i == TokenKeyPow);
    else if (emit) adds = 2'(hashed || head.kind == ReqEnd) + 2'(two);
    work = work_q + WorkW'(adds) - WorkW'(work_q != '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      work_q  <= '0;
      room_q  <= 1'b0;
    end else if (sweep_i) begin
      waits_q <= 1'b0;
      work_q  <= '0;
      room_q  <= 1'b0;
    end else begin
      if (emit) waits_q <= hashed;
      work_q <= work;
      room_q <= (work <= WorkW'(QueueBlocks - 2));
    end
  end

  always_ff @(posedge clk_i) begin
    if (emit) begin
      text_q  <= (head.kind == ReqText);
      fours_q <= (whole || !waits_q) ? 2'd1 : fours_q + 2'd1;
    end
  end

  // ---- the token being made ---------------------------------------------------------------------
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

  token_e                kind;
  made_t                 made_q;
  logic                  made_valid_q;
  logic                  tag_q;          // it is TAG ...
  logic                  key_q;          // ... or belongs to a key load ...
  logic                  count_q;        // ... or uses the counter
  logic                  first_q;        // it, or a request that waits, is the first of its message
  logic                  blank_q;        // it carries no data
  logic [127:0]          y_q;
  logic [BlockAddrW-1:0] word_addr_q;

  assign kind = tag ? TokenTag : key_req_i ? key_kind_i : token_e'(head.kind);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      made_valid_q <= 1'b0;
      tag_q        <= 1'b0;
      key_q        <= 1'b0;
      count_q      <= 1'b0;
      first_q      <= 1'b0;
      blank_q      <= 1'b1;
    end else begin
      made_valid_q <= tag || key_gnt_o || emit;
      tag_q        <= tag;
      key_q        <= key_req_i;
      count_q      <= emit && head.kind == ReqText;
      first_q      <= valid && head.first;
      blank_q      <= !(emit && (head.kind inside {ReqAad, ReqText} ||
                                 (head.kind == ReqEnd && head.op == OpOpen && !head.refused)));
    end
  end

  always_ff @(posedge clk_i) begin
    made_q <= '{
      kind:    kind,
      op:      head.op,
      slot:    tag ? y_slot : key_req_i ? key_slot_i : head.slot,
      size:    tag ? y_size : key_req_i ? key_size_i : head.size,
      fin:     head.fin && !key_req_i && !tag,
      cause:   head.cause,
      tag_len: head.tag_len,
      mask:    kind inside {TokenEnd, TokenTag, TokenKeyH},
      // The data of END are for the verdict; as an output block it is null.
      bytes:   (head.kind == ReqEnd) ? '0 : head.bytes
    };
    word_addr_q <= head.block_addr;
    y_q         <= y;
  end

  assign word_addr_o  = word_addr_q;
  // A cycle before, since the counter follows.
  assign start_addr_o = head.start_addr[StartAddrW-1:0];

  logic unused_fields;   // one lane; no IV is hashed, so counter block 0 is always there
  assign unused_fields = ^{head.lane, head.start_addr[StartAddrW+LaneW-1:StartAddrW], head.j0};

  // ---- counter ----------------------------------------------------------------------------------
  // The first request of a message loads 1, and may use it at once; while it waits, it loads it
  // again in each cycle, so only the increment depends on whether a request leaves.
  logic        carry_q;
  logic [15:0] low_q, high_q, low, high;

  assign low  = first_q ? 16'd1 : low_q;
  assign high = first_q ? 16'd0 : high_q + 16'(carry_q);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      {high_q, low_q} <= '0;
      carry_q         <= 1'b0;
    end else begin
      low_q   <= low + 16'(count_q);
      carry_q <= count_q && (&low);
      high_q  <= high;
    end
  end

  // ---- the token --------------------------------------------------------------------------------
  // A token that is not valid may have anything in its fields; its data are zero. Only TEXT, END,
  // TAG and KEYH use the result of AES.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_o <= 1'b0;
    else         token_valid_o <= made_valid_q;
  end

  always_ff @(posedge clk_i) begin
    token_o <= '{
      kind:    made_q.kind,
      op:      made_q.op,
      slot:    made_q.slot,
      size:    made_q.size,
      fin:     made_q.fin,
      cause:   made_q.cause,
      tag_len: made_q.tag_len,
      text:    count_q,
      mask:    made_q.mask,
      bytes:   made_q.bytes,
      keep:    keep_of(made_q.bytes)
    };
    data_o <= blank_q ? '0 : word_i;
    if (tag_q)      block_o <= y_q;
    else if (key_q) block_o <= 128'hC0;
    else            block_o <= {swap32(count_q ? {high, low} : '0), start_i, 8'h80};
  end

endmodule
