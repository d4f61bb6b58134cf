// SPDX-License-Identifier: Apache-2.0
//
// The registers MEK, METD, AUX, CTRL and COUNT of an encryption engine (OCP L.O.C.K. 1.1, 4.7.1.2;
// map and fields in seal_ocp_lock_pkg), and the handshake of a command (4.7.1.3 and 4.7.1.4):
//
//   rdy_i     nothing is started before; CTRL shows it as RDY
//   start     a write to CTRL with EXE = 1 sets CMD and EXE; exe_o with cmd_o
//   end       done_i: EXE falls, DONE rises, ERR is error_i, all in one step; CMD remains
//   acknowledge   a write to CTRL with DONE = 1: CMD, ERR and DONE return to 0. Nothing else of
//             that write counts, so a command is not started by it
//
// A write to CTRL without EXE and DONE sets CMD. Reserved and read-only bits are ignored.
//
// Where the specification leaves a choice, a transfer is refused, and changes nothing: any write
// while EXE = 1; starting a command, or changing CMD, while DONE = 1 or RDY = 0; writing MEK, METD
// or AUX while RDY = 0; writing COUNT; words that are not registers (also for reads).
//
// MEK has no read path: its words read as zero. It is zero after reset, after every command
// (done_i) and after clear_i, which also refuses a write in the same cycle. mek_whole_o: each of
// its words has been written since, so that no command loads the rest of a key. METD and AUX
// remain.
//
// read_data_o and the refusals are combinational. Reset: all zero.
module seal_ocp_lock_regs
  import seal_ocp_lock_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             write_i,
  input  logic [AddrW-3:0] write_addr_i,
  input  logic [31:0]      write_data_i,
  output logic             write_refuse_o,
  input  logic [AddrW-3:0] read_addr_i,
  output logic [31:0]      read_data_o,
  output logic             read_refuse_o,

  input  logic             rdy_i,
  input  logic             clear_i,
  input  logic             done_i,
  input  logic [3:0]       error_i,
  input  logic [BlocksW-1:0] blocks_i,       // COUNT
  output logic             exe_o,
  output logic [3:0]       cmd_o,
  output logic [MekW-1:0]  mek_o,
  output logic             mek_whole_o,
  output logic [MetdW-1:0] metd_o,
  output logic [AuxW-1:0]  aux_o
);

  logic [MekWords-1:0][31:0]  mek_q;
  logic [MekWords-1:0]        written_q;
  logic [MetdWords-1:0][31:0] metd_q;
  logic [AuxWords-1:0][31:0]  aux_q;
  logic                       exe_q, done_q;
  logic [3:0]                 cmd_q, err_q;

  logic  known, is_ctrl, acknowledge, allowed;
  ctrl_t ctrl, wanted;

  logic unused_bits;
  assign wanted      = write_data_i;
  assign unused_bits = ^{wanted.rdy, wanted.reserved_h, wanted.err, wanted.reserved_l};

  // ---- which word ------------------------------------------------------------------------------
  function automatic logic in_block(
    logic [AddrW-3:0] address, int unsigned first, int unsigned bytes
  );
    return 32'(address) >= first / 4 && 32'(address) < (first + bytes) / 4;
  endfunction

  function automatic logic is_known(logic [AddrW-3:0] address);
    return in_block(address, MekAddr, MekBytes) || in_block(address, MetdAddr, MetdBytes) ||
           in_block(address, AuxAddr, AuxBytes) || in_block(address, CtrlAddr, CtrlBytes) ||
           in_block(address, CountAddr, CountBytes);
  endfunction

  // ---- writes ----------------------------------------------------------------------------------
  assign known       = is_known(write_addr_i) && !in_block(write_addr_i, CountAddr, CountBytes);
  assign is_ctrl     = in_block(write_addr_i, CtrlAddr, CtrlBytes);
  assign acknowledge = is_ctrl && wanted.done;

  always_comb begin
    if (!known || exe_q)  allowed = 1'b0;
    else if (acknowledge) allowed = 1'b1;
    else                  allowed = rdy_i && !clear_i && !(is_ctrl && done_q);
  end

  assign write_refuse_o = !allowed;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mek_q     <= '0;
      written_q <= '0;
    end else if (clear_i || done_i) begin
      mek_q     <= '0;
      written_q <= '0;
    end else if (write_i && allowed) begin
      for (int unsigned i = 0; i < MekWords; i++) begin
        if (hits(write_addr_i, MekAddr, i)) begin
          mek_q[i]     <= write_data_i;
          written_q[i] <= 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      metd_q <= '0;
      aux_q  <= '0;
    end else if (write_i && allowed) begin
      for (int unsigned i = 0; i < MetdWords; i++) begin
        if (hits(write_addr_i, MetdAddr, i)) metd_q[i] <= write_data_i;
      end
      for (int unsigned i = 0; i < AuxWords; i++) begin
        if (hits(write_addr_i, AuxAddr, i)) aux_q[i] <= write_data_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exe_q  <= 1'b0;
      done_q <= 1'b0;
      cmd_q  <= '0;
      err_q  <= '0;
    end else if (done_i) begin
      exe_q  <= 1'b0;
      done_q <= 1'b1;
      err_q  <= error_i;
    end else if (write_i && allowed && acknowledge) begin
      done_q <= 1'b0;
      cmd_q  <= '0;
      err_q  <= '0;
    end else if (write_i && allowed && is_ctrl) begin
      exe_q <= wanted.exe;
      cmd_q <= wanted.cmd;
    end
  end

  // ---- reads -----------------------------------------------------------------------------------
  assign ctrl = '{rdy: rdy_i, err: err_q, cmd: cmd_q, done: done_q, exe: exe_q, default: '0};

  always_comb begin
    read_data_o = '0;
    for (int unsigned i = 0; i < MetdWords; i++) begin
      if (hits(read_addr_i, MetdAddr, i)) read_data_o = metd_q[i];
    end
    for (int unsigned i = 0; i < AuxWords; i++) begin
      if (hits(read_addr_i, AuxAddr, i)) read_data_o = aux_q[i];
    end
    if (in_block(read_addr_i, CtrlAddr, CtrlBytes)) read_data_o = ctrl;
    if (hits(read_addr_i, CountAddr, 0)) read_data_o = blocks_i[31:0];
    if (hits(read_addr_i, CountAddr, 1)) read_data_o = 32'(blocks_i[BlocksW-1:32]);
  end

  assign read_refuse_o = !is_known(read_addr_i);
  assign exe_o         = exe_q;
  assign cmd_o         = cmd_q;
  assign mek_o         = mek_q;
  assign mek_whole_o   = &written_q;
  assign metd_o        = metd_q;
  assign aux_o         = aux_q;

endmodule
