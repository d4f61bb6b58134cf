// SPDX-License-Identifier: Apache-2.0
//
// Buffer of a front of several blocks per cycle: holds the data of blocks and the first counter
// block of each message until a token needs them: IV || [2]_32, or the block that is given as such.
// NIST SP 800-38D, sections 7.1 (step 2: J0 of an IV of 96 bits) and 6.2; SP 800-38A, section 6.5.
// With one block per cycle it is seal_gcm_buffer.
//
//   memory   words                written                                   read
//   blocks   a bank per lane      in every cycle, with the beat of s_axis   at word_addr_i, and at
//                                 of two cycles before                      direct_addr_i
//   given    an IV per message    with its command (begin_i), if that has   at start_addr_i of each
//                                 it; a bank for each command of a cycle    token to be made
//   direct   the same, or a       a cycle after its block is at the check   the same
//            counter block
//
// A bank is read at one address per cycle, so the tokens of a cycle take their words from different
// lanes: token n from lane word_lane_i[n]. Whether a message has its IV from its command or from
// its data is noted when it begins.
//
// Writing in every cycle needs no enable on a wide register. All addresses come from registers. The
// data of a block can be read three cycles after its transfer, an IV two cycles after begin_i or
// direct_i; start_o is a register. No reset: nothing is read before it is written. clear_i: one
// word of each memory is overwritten with zeros per cycle, as many as the largest has. word_i must
// be zero meanwhile.
module seal_gcm_lanes_buffer
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
#(
  parameter int unsigned  Lanes    = 4,
  parameter int unsigned  Commands = 2,
  localparam int unsigned AddrW    = start_addr_width(Lanes)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic [Lanes-1:0][127:0] word_i,
  input  logic [BlockAddrW-1:0]   next_addr_i,

  // messages that begin, with the IV of their command; a block that is an IV
  input  begin_t [Commands-1:0]   begin_i,
  input  logic                    direct_i,
  input  logic                    direct_counter_i,        // it is the counter block itself
  input  logic [LaneW-1:0]        direct_lane_i,
  input  logic [BlockAddrW-1:0]   direct_addr_i,
  input  start_addr_t             direct_message_i,

  // the tokens being made, and the requests before them
  input  logic [Lanes-1:0][BlockAddrW-1:0] word_addr_i,    // of each bank
  input  logic [Lanes-1:0][LaneW-1:0]      word_lane_i,    // of each token
  output logic [Lanes-1:0][127:0]          word_o,
  input  logic [Lanes-1:0][AddrW-1:0]      start_addr_i,
  output logic [Lanes-1:0][127:0]          start_o
);

  localparam int unsigned PortW = $clog2(Lanes);

  // ---- blocks -----------------------------------------------------------------------------------
  logic [BlockAddrW-1:0]     addr_q;
  logic [Lanes-1:0][127:0]   banked;    // word of each bank
  logic [Lanes-1:0][127:0]   iv_q;

  always_ff @(posedge clk_i) addr_q <= clear_i ? addr_q + BlockAddrW'(1) : next_addr_i;

  for (genvar n = 0; n < Lanes; n++) begin : g_bank
    (* ram_style = "distributed" *) logic [127:0] blocks [2**BlockAddrW];
    logic [127:0] word_q;

    always_ff @(posedge clk_i) begin
      word_q         <= word_i[n];
      blocks[addr_q] <= word_q;
      iv_q[n]        <= blocks[direct_addr_i];
    end

    assign banked[n] = blocks[word_addr_i[n]];
    assign word_o[n] = banked[word_lane_i[n][PortW-1:0]];
  end

  // ---- IVs --------------------------------------------------------------------------------------
  // Commands that come in one cycle have consecutive numbers, so one goes to each bank.
  localparam int unsigned BankW = $clog2(Commands);
  localparam int unsigned RestW = AddrW - BankW;

  localparam logic [31:0] First = 32'd2;   // counter of the first block of text

  logic             direct_q, direct_counter_q;
  logic [127:0]     direct;
  logic [PortW-1:0] direct_lane_q;
  logic [AddrW-1:0] direct_message_q, sweep_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) direct_q <= 1'b0;
    else         direct_q <= direct_i;
  end

  always_ff @(posedge clk_i) begin
    direct_counter_q <= direct_counter_i;
    direct_lane_q    <= direct_lane_i[PortW-1:0];
    direct_message_q <= direct_message_i[AddrW-1:0];
    sweep_q          <= clear_i ? sweep_q + AddrW'(1) : '0;
  end

  (* ram_style = "distributed" *) logic [127:0] directs [2**AddrW];

  assign direct = {direct_counter_q ? iv_q[direct_lane_q][127:96] : swap32(First),
                   iv_q[direct_lane_q][95:0]};

  logic [2**AddrW-1:0] from_data_q;   // the IV of the message is in direct

  always_ff @(posedge clk_i) begin
    if (direct_q || clear_i) begin
      directs[clear_i ? sweep_q : direct_message_q] <= clear_i ? '0 : direct;
    end
    for (int unsigned k = 0; k < Commands; k++) begin
      if (begin_i[k].valid) from_data_q[begin_i[k].message[AddrW-1:0]] <= 1'b0;
    end
    if (direct_q) from_data_q[direct_message_q] <= 1'b1;
  end

  logic [Commands-1:0][Lanes-1:0][95:0] given;   // of each bank, for each token

  for (genvar k = 0; k < Commands; k++) begin : g_given
    (* ram_style = "distributed" *) logic [95:0] givens [2**RestW];
    logic             write, write_q;
    logic [RestW-1:0] number, number_q;
    logic [95:0]      iv, iv_given_q;

    // The command whose number belongs to this bank
    always_comb begin
      {write, number, iv} = '0;
      for (int unsigned c = 0; c < Commands; c++) begin
        if (begin_i[c].valid && 32'(begin_i[c].message) % Commands == k) begin
          write  = 1'b1;
          number = RestW'(begin_i[c].message[AddrW-1:0] >> BankW);
          iv     = begin_i[c].iv;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      write_q    <= write;
      number_q   <= number;
      iv_given_q <= iv;
      if (write_q || clear_i) begin
        givens[clear_i ? RestW'(sweep_q) : number_q] <= clear_i ? '0 : iv_given_q;
      end
    end

    for (genvar n = 0; n < Lanes; n++) begin : g_read
      assign given[k][n] = givens[RestW'(start_addr_i[n] >> BankW)];
    end
  end

  for (genvar n = 0; n < Lanes; n++) begin : g_start
    logic [95:0] from_command;

    if (Commands == 1) begin : g_one
      assign from_command = given[0][n];
    end else begin : g_many
      assign from_command = given[start_addr_i[n][BankW-1:0]][n];
    end

    always_ff @(posedge clk_i) begin
      start_o[n] <= from_data_q[start_addr_i[n]] ? directs[start_addr_i[n]]
                                                 : {swap32(First), from_command};
    end
  end

  logic unused_bits;
  assign unused_bits = ^{begin_i, direct_message_i, direct_lane_i, word_lane_i};

endmodule
