// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite slave of 32 bits in front of a block of registers (AMBA AXI and ACE, IHI 0022, chapter
// B1): it turns transfers into writes and reads of whole words.
//
// Writes: an address is taken first, then its data, whichever of the two is offered first; no data
// is stored here. In the cycle in which data are taken, the word is written (write_o) unless the
// registers refuse it in the same cycle (write_refuse_i); the answer follows one cycle later.
//
//   all bytes (wstrb = 1111)   written, OKAY; if refused, SLVERR
//   no byte   (wstrb = 0000)   nothing is written, OKAY
//   some bytes                 nothing is written, SLVERR
//
// Reads: the word at read_addr_o is sampled when the address is taken, and offered one cycle later;
// if refused, as zero with SLVERR. The two lowest bits of an address do not count: the lanes say
// which bytes are meant.
//
// Throughput: a write every two cycles, a read every two cycles, independent of each other. ready
// never depends on valid or ready of another channel within a cycle.
//
// Reset: no transfer is open, and no ready is high until one cycle after it (up_q), so that a
// master which leaves its reset earlier loses nothing.
`include "seal_assert.svh"

module seal_axil_slave #(
  parameter int unsigned AddrW = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             s_axil_awvalid,
  output logic             s_axil_awready,
  input  logic [AddrW-1:0] s_axil_awaddr,
  input  logic             s_axil_wvalid,
  output logic             s_axil_wready,
  input  logic [31:0]      s_axil_wdata,
  input  logic [3:0]       s_axil_wstrb,
  output logic             s_axil_bvalid,
  input  logic             s_axil_bready,
  output logic [1:0]       s_axil_bresp,
  input  logic             s_axil_arvalid,
  output logic             s_axil_arready,
  input  logic [AddrW-1:0] s_axil_araddr,
  output logic             s_axil_rvalid,
  input  logic             s_axil_rready,
  output logic [31:0]      s_axil_rdata,
  output logic [1:0]       s_axil_rresp,

  output logic             write_o,
  output logic [AddrW-3:0] write_addr_o,
  output logic [31:0]      write_data_o,
  input  logic             write_refuse_i,
  output logic [AddrW-3:0] read_addr_o,
  input  logic [31:0]      read_data_i,
  input  logic             read_refuse_i
);

  localparam logic [1:0] Okay = 2'b00, SlvErr = 2'b10;

  if (AddrW < 3) begin : g_bad_addr
    $error("seal_axil_slave: AddrW must be 3 or more");
  end

  logic             up_q, address_q, answer_q, read_q, take;
  logic [AddrW-3:0] write_addr_q;
  logic [1:0]       bresp_q, rresp_q;
  logic [31:0]      rdata_q;

  logic unused_lanes;
  assign unused_lanes = ^{s_axil_awaddr[1:0], s_axil_araddr[1:0]};

  assign s_axil_awready = up_q && !address_q;
  assign s_axil_wready  = address_q && !answer_q;
  assign s_axil_bvalid  = answer_q;
  assign s_axil_bresp   = bresp_q;
  assign take           = s_axil_wvalid && s_axil_wready;

  assign write_o      = take && (&s_axil_wstrb);
  assign write_addr_o = write_addr_q;
  assign write_data_o = s_axil_wdata;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      up_q      <= 1'b0;
      address_q <= 1'b0;
      answer_q  <= 1'b0;
    end else begin
      up_q      <= 1'b1;
      address_q <= address_q ? !take : (s_axil_awvalid && up_q);
      answer_q  <= answer_q ? !s_axil_bready : take;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!address_q) write_addr_q <= s_axil_awaddr[AddrW-1:2];
    if (take) begin
      if (s_axil_wstrb == '0) bresp_q <= Okay;
      else                    bresp_q <= (write_o && !write_refuse_i) ? Okay : SlvErr;
    end
  end

  assign s_axil_arready = up_q && !read_q;
  assign s_axil_rvalid  = read_q;
  assign s_axil_rdata   = rdata_q;
  assign s_axil_rresp   = rresp_q;
  assign read_addr_o    = s_axil_araddr[AddrW-1:2];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_q <= 1'b0;
    else         read_q <= read_q ? !s_axil_rready : (s_axil_arvalid && up_q);
  end

  always_ff @(posedge clk_i) begin
    if (!read_q) begin
      rdata_q <= read_refuse_i ? '0 : read_data_i;
      rresp_q <= read_refuse_i ? SlvErr : Okay;
    end
  end

  `SEAL_STREAM(Address, s_axil_awvalid, s_axil_awready, s_axil_awaddr, 1'b0)
  `SEAL_STREAM(Data, s_axil_wvalid, s_axil_wready, {s_axil_wdata, s_axil_wstrb}, 1'b0)
  `SEAL_STREAM(Answer, s_axil_bvalid, s_axil_bready, s_axil_bresp, 1'b0)
  `SEAL_STREAM(ReadAddress, s_axil_arvalid, s_axil_arready, s_axil_araddr, 1'b0)
  `SEAL_STREAM(Read, s_axil_rvalid, s_axil_rready, {s_axil_rdata, s_axil_rresp}, 1'b0)

endmodule
