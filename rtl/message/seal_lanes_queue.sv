// SPDX-License-Identifier: Apache-2.0
//
// Queue of segments in front of or behind a core of several lanes: in a cycle up to Push segments
// go in, in any lanes, and up to Window segments are visible and go out. Source: no standard: a
// ring buffer in banks, as in the input of a superscalar decoder.
//
//   push_i     any pattern; segments close up: the lowest lane is the oldest
//   valid_o    the oldest segments, from bit 0 on without a gap
//   pop_i      how many of them leave, at most those that are valid
//   ready_o    room for Late + 1 pushes of Push segments: a register, so Late is the number of
//              registers between ready_o and push_i
//
// Segment i of the stream lies in bank i mod Banks, with Banks = 2^ceil(log2 max(Push, Window)), at
// row (i / Banks) mod Rows. So neighbours never lie in the same bank, and each bank has one input.
//
// Latency: one cycle. Throughput: Push segments in and Window out per cycle, while there is room.
//
// Reset: empty, and no ready. zeroise_i: all data are zeros in the next cycle, and all segments
// keep their places, so that the framing of the stream is kept; lost_o marks those that were here,
// or came in this cycle. Therefore data are in registers, not in a memory.
`include "seal_assert.svh"

module seal_lanes_queue #(
  parameter int unsigned Push   = 4,   // segments, 2 or more
  parameter int unsigned Window = 4,   // segments, 2 or more
  parameter int unsigned Rows   = 4,   // a power of two, 2 or more
  parameter int unsigned Late   = 0,
  parameter int unsigned InfoW  = 4    // bits beside the data of a segment
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         zeroise_i,

  input  logic [Push-1:0]              push_i,
  input  logic [Push-1:0][127:0]       data_i,
  input  logic [Push-1:0][InfoW-1:0]   info_i,
  output logic                         ready_o,

  output logic [Window-1:0]            valid_o,
  output logic [Window-1:0][127:0]     data_o,
  output logic [Window-1:0][InfoW-1:0] info_o,
  output logic [Window-1:0]            lost_o,
  input  logic [$clog2(Window+1)-1:0]  pop_i
);

  localparam int unsigned BankW = $clog2((Push > Window) ? Push : Window);
  localparam int unsigned Banks = 2 ** BankW;
  localparam int unsigned RowW  = $clog2(Rows);
  localparam int unsigned Depth = Banks * Rows;
  localparam int unsigned PtrW  = BankW + RowW;
  localparam int unsigned CntW  = PtrW + 1;

  if (Push < 2) begin : g_bad_push
    $error("seal_lanes_queue: Push must be 2 or more");
  end
  if (Window < 2) begin : g_bad_window
    $error("seal_lanes_queue: Window must be 2 or more");
  end
  if (Rows < 2 || Rows != 2 ** RowW) begin : g_bad_rows
    $error("seal_lanes_queue: Rows must be a power of two, 2 or more");
  end
  if (Depth < (Late + 1) * Push + Window) begin : g_bad_depth
    $error("seal_lanes_queue: Rows must leave room for Late + 1 pushes and a window");
  end

  logic [Banks-1:0][Rows-1:0][127:0]     data_q;
  logic [Banks-1:0][Rows-1:0][InfoW-1:0] info_q;
  logic [Banks-1:0][Rows-1:0]            lost_q;
  logic [PtrW-1:0]                       write_q, read_q;   // next segment in, oldest segment
  logic [CntW-1:0]                       count_q, count_d;
  logic                                  ready_q;

  // ---- in: each bank takes the lane whose turn it is --------------------------------------------
  logic [Banks-1:0]            write;
  logic [Banks-1:0][127:0]     data;
  logic [Banks-1:0][InfoW-1:0] info;

  always_comb begin
    {write, data, info} = '0;
    for (int unsigned n = 0; n < Push; n++) begin
      logic [BankW-1:0] bank;
      bank = write_q[BankW-1:0] + BankW'($countones(push_i & Push'((33'd1 << n) - 33'd1)));
      if (push_i[n]) begin
        write[bank] = 1'b1;
        data[bank]  = data_i[n];
        info[bank]  = info_i[n];
      end
    end
  end

  // The row of a bank: that of the pointer, or the next one for banks below the pointer's.
  function automatic logic [RowW-1:0] row(logic [PtrW-1:0] ptr,
                                             logic [BankW-1:0] bank);
    return ptr[PtrW-1:BankW] + RowW'(ptr[BankW-1:0] > bank);
  endfunction

  logic [Banks-1:0][RowW-1:0] write_row, read_row;

  for (genvar b = 0; b < Banks; b++) begin : g_row
    assign write_row[b] = row(write_q, BankW'(b));
    assign read_row[b]  = row(read_q, BankW'(b));
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned b = 0; b < Banks; b++) begin
      if (write[b]) begin
        data_q[b][write_row[b]] <= data[b];
        info_q[b][write_row[b]] <= info[b];
        lost_q[b][write_row[b]] <= 1'b0;
      end
    end
    if (zeroise_i) begin
      data_q <= '0;
      lost_q <= '1;
    end
  end

  // ---- out: the banks in turn, from that of the oldest segment on -------------------------------
  logic [Banks-1:0][127:0]     head;
  logic [Banks-1:0][InfoW-1:0] head_info;
  logic [Banks-1:0]            head_lost;

  always_comb begin
    for (int unsigned b = 0; b < Banks; b++) begin
      head[b]      = data_q[b][read_row[b]];
      head_info[b] = info_q[b][read_row[b]];
      head_lost[b] = lost_q[b][read_row[b]];
    end
    for (int unsigned n = 0; n < Window; n++) begin
      valid_o[n] = count_q > CntW'(n);
      data_o[n]  = head[BankW'(read_q[BankW-1:0] + BankW'(n))];
      info_o[n]  = head_info[BankW'(read_q[BankW-1:0] + BankW'(n))];
      lost_o[n]  = head_lost[BankW'(read_q[BankW-1:0] + BankW'(n))];
    end
  end

  // ---- pointers ---------------------------------------------------------------------------------
  assign count_d = count_q + CntW'($countones(push_i)) - CntW'(pop_i);
  assign ready_o = ready_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
      count_q <= '0;
      ready_q <= 1'b0;
    end else begin
      write_q <= write_q + PtrW'($countones(push_i));
      read_q  <= read_q + PtrW'(pop_i);
      count_q <= count_d;
      ready_q <= count_d <= CntW'(Depth - (Late + 1) * Push);
    end
  end

  `SEAL_ASSERT(Room_A, 32'(count_q) + 32'($countones(push_i)) <= Depth + 32'(pop_i))
  `SEAL_ASSERT(PopIsThere_A, CntW'(pop_i) <= count_q)

endmodule
