// SPDX-License-Identifier: Apache-2.0
//
// Issue stage of several blocks per cycle: turns requests into tokens, at most Lanes per cycle, and
// holds the counters. NIST SP 800-38D, sections 6.2 (inc32), 7.1 steps 2 and 3 (J0, first counter
// block). With one block per cycle it is seal_gcm_issue, which has a table of what each request
// waits for, and of its AES block. J0 is the hash of an IV, or the 96 bits of the IV, and 1.
//
//   requests --> queue --> bundle --> decision --> being made --> tokens
//                                       read IVs |  read words |
//
// A bundle is the requests of one cycle: as many of those that wait as
//   - have at most Ends END and IVLEN among them, none behind the last of these, since so many
//     hashes may end in a cycle (seal_hash_lanes_schedule);
//   - take their words from different lanes of the buffer, whose banks are read at one address
//     each;
//   - need no J0 that is still being hashed.
// A bundle leaves as a whole, when the output FIFO has room for Lanes entries, so nothing behind
// this stage ever has to stop. A key load takes precedence: its token has a whole cycle.
//
// The counter of a TEXT is the first of its message, from the buffer, or that of the message that
// was under way in the cycle before, plus the number of TEXT before it in this cycle.
//
// Up to Lanes tokens per cycle, in order, from bit 0 on without a gap. Latency 4 cycles. Reset and
// sweep_i: idle. clear_i, only with sweep_i, clears the counter and J0.
`include "seal_assert.svh"

module seal_gcm_lanes_issue
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned  Lanes = 4,
  parameter int unsigned  Ends  = 2,
  parameter bit           AnyIv = 1'b1,    // an IV may be hashed
  localparam int unsigned AddrW = start_addr_width(Lanes)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             sweep_i,
  input  logic                             clear_i,

  input  logic     [Lanes-1:0]             request_valid_i,
  output logic                             ready_o,
  input  request_t [Lanes-1:0]             request_i,

  // key load: requests a token
  input  logic                             key_req_i,
  output logic                             key_gnt_o,
  input  logic [3:0]                       key_slot_i,
  input  logic [1:0]                       key_size_i,

  // credits: Lanes entries are free; those taken
  input  logic                             entry_free_i,
  output logic [Lanes-1:0]                 entry_take_o,

  // hash of an IV
  input  logic                             j0_valid_i,
  input  logic [127:0]                     j0_i,

  // buffer (seal_gcm_lanes_buffer); the block address of the oldest request that waits
  output logic [Lanes-1:0][BlockAddrW-1:0] word_addr_o,
  output logic [Lanes-1:0][LaneW-1:0]      word_lane_o,
  input  logic [Lanes-1:0][127:0]          word_i,
  output logic [Lanes-1:0][AddrW-1:0]      start_addr_o,
  input  logic [Lanes-1:0][127:0]          start_i,
  output logic [BlockAddrW-1:0]            oldest_addr_o,

  output logic   [Lanes-1:0]               token_valid_o,
  output token_t [Lanes-1:0]               token_o,
  output logic   [Lanes-1:0][DataW-1:0]    data_o,
  output logic   [Lanes-1:0][127:0]        block_o,        // for the AES pipes
  output logic   [Lanes-1:0][1:0]          size_o,
  output logic                             busy_o          // a request waits
);

  localparam int unsigned Depth  = 2 * Lanes;
  localparam int unsigned CountW = $clog2(Lanes + 1);
  localparam int unsigned EndW   = $clog2(Lanes + 1);

  // Whether a request has a word of data: that of END is the received tag.
  function automatic logic has_word(request_e kind, message_op_e op, logic refused);
    return kind inside {ReqAad, ReqText, ReqIv} || (kind == ReqEnd && op == OpOpen && !refused);
  endfunction

  // ---- queue ------------------------------------------------------------------------------------
  // What the bundle is decided by waits beside the requests, in registers. It is not decoded
  // before: the sequencer's requests come late.
  typedef struct packed {
    request_e         kind;
    logic             refused;
    logic             j0;
    message_op_e      op;
    logic [LaneW-1:0] lane;
  } flags_t;

  request_t [Lanes-1:0] head;
  flags_t   [Lanes-1:0] flags_in, flags;
  logic     [Lanes-1:0] head_valid, unused_valid, push, pop;

  for (genvar n = 0; n < Lanes; n++) begin : g_flags
    assign flags_in[n] = '{kind: request_i[n].kind, refused: request_i[n].refused,
                           j0: request_i[n].j0, op: request_i[n].op, lane: request_i[n].lane};
  end

  assign push = request_valid_i & {Lanes{ready_o && !sweep_i}};

  seal_fifo_flat #(.Width($bits(flags_t)), .Depth(Depth), .Ports(Lanes)) u_flags (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (push),
    .data_i (flags_in),
    .room_o (ready_o),
    .pop_i  (pop),
    .data_o (flags),
    .valid_o(head_valid)
  );

  seal_fifo_multi #(.Width($bits(request_t)), .Depth(Depth), .Ports(Lanes)) u_queue (
    .clk_i, .rst_ni, .sweep_i,
    .push_i (push),
    .data_i (request_i),
    .pop_i  (pop),
    .data_o (head),
    .valid_o(unused_valid)
  );

  // ---- bundle -----------------------------------------------------------------------------------
  request_t [Lanes-1:0] bundle_q;
  logic     [Lanes-1:0] bundle_valid_q, fits;
  logic                 load, emit, closes;
  logic                 hash_wait_q;   // the hash of an IV is under way

  always_comb begin
    logic [Lanes-1:0] lanes;   // of the buffer, that are taken
    logic [EndW-1:0]  ends;
    logic             go;
    lanes  = '0;
    ends   = '0;
    go     = 1'b1;
    fits   = '0;
    closes = 1'b0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      logic word, taken, close;
      close = AnyIv && flags[n].kind == ReqIvLen;
      word  = has_word(flags[n].kind, flags[n].op, flags[n].refused);
      taken = word && lanes[flags[n].lane[$clog2(Lanes)-1:0]];
      go    = go && head_valid[n] && !taken && !(flags[n].j0 && (hash_wait_q || closes)) &&
              ends != EndW'(Ends);
      fits[n] = go;
      closes |= go && close;
      if (word) lanes[flags[n].lane[$clog2(Lanes)-1:0]] = 1'b1;
      if (flags[n].kind == ReqEnd || close) ends++;
    end
  end

  assign load = (bundle_valid_q == '0) || emit;
  assign pop  = fits & {Lanes{load && !sweep_i}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bundle_valid_q <= '0;
      hash_wait_q    <= 1'b0;
    end else begin
      if (sweep_i)   bundle_valid_q <= '0;
      else if (load) bundle_valid_q <= fits;
      if (sweep_i || !AnyIv)   hash_wait_q <= 1'b0;
      else if (load && closes) hash_wait_q <= 1'b1;
      else if (j0_valid_i)     hash_wait_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) bundle_q <= head;
  end

  // ---- decision ---------------------------------------------------------------------------------
  assign emit      = (bundle_valid_q != '0) && entry_free_i && !key_req_i && !sweep_i;
  assign key_gnt_o = key_req_i && !sweep_i;
  assign busy_o    = (bundle_valid_q != '0) || head_valid[0];

  assign oldest_addr_o = (bundle_valid_q != '0) ? bundle_q[0].block_addr : head[0].block_addr;

  for (genvar n = 0; n < Lanes; n++) begin : g_take
    assign entry_take_o[n] = emit && bundle_valid_q[n] && bundle_q[n].entry;
    assign start_addr_o[n] = bundle_q[n].start_addr[AddrW-1:0];
  end

  // ---- the tokens being made --------------------------------------------------------------------
  typedef struct packed {
    token_e            kind;
    message_op_e       op;
    logic [3:0]        slot;
    logic [1:0]        size;
    logic              fin;
    message_cause_e    cause;
    logic [4:0]        tag_len;
    logic              mask;
    logic [4:0]        bytes;
    logic              text;      // it uses the counter
    logic              word;      // it carries data
    logic              follows;   // its message was under way in the cycle before
    logic              hashed;    // J0 of its message is a hash
    logic [CountW-1:0] ahead;     // TEXT of its message in this cycle before it
  } made_t;

  made_t [Lanes-1:0]            made_q;
  logic  [Lanes-1:0]            made_valid_q;
  logic                         key_q;      // a token of a key load, alone
  logic  [Lanes-1:0][LaneW-1:0] word_lane_q;

  logic  [Lanes-1:0]             follows, hashed, word;
  logic                          hashed_q, hashed_d;   // of the message under way
  logic  [Lanes-1:0][CountW-1:0] ahead;

  always_comb begin
    logic              under_way;
    logic [CountW-1:0] count;
    under_way = 1'b1;
    count     = '0;
    hashed_d  = hashed_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      if (bundle_valid_q[n] && bundle_q[n].first) begin
        under_way = 1'b0;
        count     = '0;
        hashed_d  = 1'b0;
      end
      word[n]    = has_word(bundle_q[n].kind, bundle_q[n].op, bundle_q[n].refused);
      follows[n] = under_way;
      hashed[n]  = hashed_d;
      ahead[n]  = count;
      if (bundle_q[n].kind == ReqText) count++;
      if (AnyIv && bundle_valid_q[n] && bundle_q[n].kind == ReqIvLen) hashed_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      made_valid_q <= '0;
      key_q        <= 1'b0;
      hashed_q     <= 1'b0;
    end else begin
      if (emit) hashed_q <= hashed_d;
      made_valid_q <= key_gnt_o ? Lanes'(1) : bundle_valid_q & {Lanes{emit}};
      key_q        <= key_gnt_o;
    end
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_made
    request_t request;
    logic     key;      // this token is that of a key load
    assign request = bundle_q[n];
    assign key     = key_req_i && n == 0;

    logic unused_request;   // some of it was used before
    assign unused_request = ^request;

    always_ff @(posedge clk_i) begin
      made_q[n] <= '{
        kind:    key ? TokenKeyH : token_e'(request.kind),
        op:      request.op,
        slot:    key ? key_slot_i : request.slot,
        size:    key ? key_size_i : request.size,
        fin:     request.fin && !key,
        cause:   request.cause,
        tag_len: request.tag_len,
        mask:    key || request.kind == ReqEnd,
        bytes:   (request.kind == ReqEnd) ? '0 : request.bytes,
        text:    request.kind == ReqText && !key,
        word:    word[n] && !key,
        follows: follows[n],
        hashed:  hashed[n],
        ahead:   ahead[n]
      };
      word_lane_q[n] <= request.lane;
    end
  end

  // The address of each bank is that of the token which takes its word.
  for (genvar l = 0; l < Lanes; l++) begin : g_bank
    always_ff @(posedge clk_i) begin
      for (int unsigned n = 0; n < Lanes; n++) begin
        if (bundle_valid_q[n] && word[n] && bundle_q[n].lane == LaneW'(l)) begin
          word_addr_o[l] <= bundle_q[n].block_addr;
        end
      end
    end
  end

  assign word_lane_o = word_lane_q;

  // ---- counters ---------------------------------------------------------------------------------
  // J0 of a hashed IV comes while no request that needs it leaves.
  logic [31:0]            counter_q;   // of the next TEXT of the message under way
  logic [31:0]            counter_d;
  logic [Lanes-1:0][31:0] counter;
  logic                   j0_valid_q;
  logic [127:0]           j0_in_q, j0_q;

  for (genvar n = 0; n < Lanes; n++) begin : g_counter
    logic [31:0] first;
    assign first      = swap32(start_i[n][127:96]);
    assign counter[n] = (made_q[n].follows ? counter_q : first) + 32'(made_q[n].ahead);   // inc32
  end

  always_comb begin
    counter_d = counter_q;
    for (int unsigned n = 0; n < Lanes; n++) begin
      if (made_valid_q[n] && !key_q) counter_d = counter[n] + 32'(made_q[n].text);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) j0_valid_q <= 1'b0;
    else         j0_valid_q <= AnyIv && j0_valid_i && hash_wait_q;
  end

  always_ff @(posedge clk_i) begin
    j0_in_q <= clear_i ? '0 : j0_i;
    if (clear_i || j0_valid_q) j0_q <= j0_in_q;
    counter_q <= clear_i ? '0 : j0_valid_q ? swap32(j0_in_q[127:96]) + 32'd1 : counter_d;
  end

  // ---- the tokens -------------------------------------------------------------------------------
  // A token that is not valid may have anything in its fields; its data are zero. Only TEXT, END
  // and KEYH use the result of AES.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) token_valid_o <= '0;
    else         token_valid_o <= made_valid_q;
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_token
    made_t made;
    assign made = made_q[n];

    logic unused_made;   // used for the counter
    assign unused_made = ^{made.follows, made.ahead};

    logic [31:0] low;
    assign low = made.text ? counter[n] : made.hashed ? swap32(j0_q[127:96]) : 32'd1;

    always_ff @(posedge clk_i) begin
      token_o[n] <= '{
        kind:    made.kind,
        op:      made.op,
        slot:    made.slot,
        fin:     made.fin,
        cause:   made.cause,
        tag_len: made.tag_len,
        text:    made.text,
        mask:    made.mask,
        bytes:   made.bytes,
        keep:    keep_of(made.bytes)
      };
      data_o[n]  <= (made.word && made_valid_q[n]) ? word_i[n] : '0;
      size_o[n]  <= made.size;
      block_o[n] <= (key_q || !made_valid_q[n])
          ? '0 : {swap32(low), made.hashed ? j0_q[95:0] : start_i[n][95:0]};
    end
  end

  `SEAL_ASSERT(BundleFromBitZero_A, (bundle_valid_q & (bundle_valid_q + Lanes'(1))) == '0)

endmodule
