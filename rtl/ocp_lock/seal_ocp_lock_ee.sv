// SPDX-License-Identifier: Apache-2.0
//
// Registers of an encryption engine after OCP L.O.C.K., release 1.1 RC4, section 4.7.1, in front of
// an engine with key slots: the key management block of a drive (KMB) writes media encryption keys
// (MEK) here, each under a name (METD), and the host's commands find the slot of a key by its name.
// docs/reference/ocp-lock.md has the map, the errors, and the choices that the specification leaves
// open.
//
//   s_axil -> slave -> registers -> control ------> s_key, m_key, zeroise of the engine
//                                     |
//   s_cmd  -> look-up <-> table <-----+
//               +---------------------------------> m_cmd: s_cmd of the engine
//
// Streams: s_axil AXI4-Lite, 32 bits (seal_axil_slave). s_cmd: name (160 bits, byte n of METD in
// bits [8n+7:8n]) and info, all else of a command. m_cmd: slot, hit, aux (AUX of the key), info; a
// command without a hit has a slot that the engine does not have. No other source may
// give commands or keys to the engine, or slots that were removed could be used.
//
// k_* are the engine's streams of keys as in seal_sector: k_key_* offers keys, k_answer_* takes the
// answers. Keys and Fields describe s_key_data (seal_ocp_lock_key): xts, chctr2 2, 0; hctr2,
// hctr2-twkd, hch, eme, xcb, xcb-aes, heh 1, 0; hctr, hchfp, heh-fp 1, 1; eme2 1, 2; tet 2, 1.
// Slots and KeySizes are the engine's; at most 15 slots.
//
// blocks_slot_o, blocks_i: the two last ports of seal_sector, for the register COUNT; tie
// blocks_i to zero with an engine that does not count.
//
// Nothing of a key can be read: MEK has no read path, is cleared after each command, and leaves
// only on k_key_data, which is zero while no key is offered. Reset: no key, RDY = 0, until the
// engine answers; no valid and no ready is high until one cycle after it. zeroise_i: the engine is
// zeroised in the same cycle (zeroise_o), and MEK and the table are cleared. busy_o: a command or a
// zeroise is under way.
//
// EXE is 1 for 3 cycles if a command is refused here; otherwise for 4 cycles and those of the
// engine from the offer of a key (or a zeroise) to its answer. Look-up: 3 cycles, a command every
// 4.
module seal_ocp_lock_ee
  import seal_ocp_lock_pkg::*;
#(
  parameter int unsigned Slots    = 4,    // 1 to 15
  parameter int unsigned Keys     = 2,    // AES keys in s_key_data
  parameter int unsigned Fields   = 0,    // fields of 128 bits behind them
  parameter int unsigned KeySizes = 7,    // bit 0 AES-128, 1 AES-192, 2 AES-256
  parameter int unsigned InfoW    = 179,  // of seal_sector: op, unit, count, tweak_in_data, id
  localparam int unsigned KeyW    = 256 * Keys + 128 * Fields
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

  input  logic             s_cmd_valid,
  output logic             s_cmd_ready,
  input  logic [MetdW-1:0] s_cmd_name,
  input  logic [InfoW-1:0] s_cmd_info,

  output logic             m_cmd_valid,
  input  logic             m_cmd_ready,
  output logic [3:0]       m_cmd_slot,
  output logic             m_cmd_hit,
  output logic [AuxW-1:0]  m_cmd_aux,
  output logic [InfoW-1:0] m_cmd_info,

  output logic             k_key_valid,
  input  logic             k_key_ready,
  output logic [3:0]       k_key_slot,
  output logic [1:0]       k_key_size,
  output logic [12:0]      k_key_unit,
  output logic [KeyW-1:0]  k_key_data,
  input  logic             k_answer_valid,
  output logic             k_answer_ready,
  input  logic [3:0]       k_answer_slot,
  input  logic [2:0]       k_answer_cause,
  input  logic [Slots-1:0] slot_ready_i,
  output logic [3:0]       blocks_slot_o,
  input  logic [BlocksW-1:0] blocks_i,

  input  logic             zeroise_i,
  output logic             zeroise_o,
  output logic             busy_o
);

  if (Slots < 1 || Slots > 15) begin : g_bad_slots
    $error("seal_ocp_lock_ee: Slots must be 1 to 15: slot 15 stands for no key");
  end

  if (InfoW < 1) begin : g_bad_info
    $error("seal_ocp_lock_ee: InfoW must be 1 or more");
  end

  logic             write, write_refuse, read_refuse;
  logic [AddrW-3:0] write_addr, read_addr;
  logic [31:0]      write_data, read_data;

  seal_axil_slave #(.AddrW(AddrW)) u_slave (
    .clk_i, .rst_ni,
    .s_axil_awvalid, .s_axil_awready, .s_axil_awaddr,
    .s_axil_wvalid, .s_axil_wready, .s_axil_wdata, .s_axil_wstrb,
    .s_axil_bvalid, .s_axil_bready, .s_axil_bresp,
    .s_axil_arvalid, .s_axil_arready, .s_axil_araddr,
    .s_axil_rvalid, .s_axil_rready, .s_axil_rdata, .s_axil_rresp,
    .write_o       (write),
    .write_addr_o  (write_addr),
    .write_data_o  (write_data),
    .write_refuse_i(write_refuse),
    .read_addr_o   (read_addr),
    .read_data_i   (read_data),
    .read_refuse_i (read_refuse)
  );

  logic             rdy, clear, done, exe, whole, hit;
  logic [3:0]       error, cmd, slot;   // slot: of the name in METD, if hit
  logic [MekW-1:0]  mek;
  logic [MetdW-1:0] metd;
  logic [AuxW-1:0]  aux;

  seal_ocp_lock_regs u_regs (
    .clk_i, .rst_ni,
    .write_i       (write),
    .write_addr_i  (write_addr),
    .write_data_i  (write_data),
    .write_refuse_o(write_refuse),
    .read_addr_i   (read_addr),
    .read_data_o   (read_data),
    .read_refuse_o (read_refuse),
    .rdy_i         (rdy),
    .clear_i       (clear),
    .done_i        (done),
    .error_i       (error),
    .blocks_i      (hit ? blocks_i : '0),
    .exe_o         (exe),
    .cmd_o         (cmd),
    .mek_o         (mek),
    .mek_whole_o   (whole),
    .metd_o        (metd),
    .aux_o         (aux)
  );

  logic             full, binds, unbinds, hold, open, look_hit, look_same;
  logic [3:0]       update_slot, look_slot, aux_slot;
  logic [MetdW-1:0] look;
  logic [AuxW-1:0]  slot_aux;

  seal_ocp_lock_control #(.Keys(Keys), .Fields(Fields), .KeySizes(KeySizes)) u_control (
    .clk_i, .rst_ni, .zeroise_i,
    .exe_i        (exe),
    .cmd_i        (cmd),
    .mek_i        (mek),
    .mek_whole_i  (whole),
    .aux_i        (aux),
    .rdy_o        (rdy),
    .clear_o      (clear),
    .done_o       (done),
    .error_o      (error),
    .hit_i        (hit),
    .full_i       (full),
    .slot_i       (slot),
    .bind_o       (binds),
    .unbind_o     (unbinds),
    .update_slot_o(update_slot),
    .hold_o       (hold),
    .open_i       (open),
    .s_key_valid  (k_key_valid),
    .s_key_ready  (k_key_ready),
    .s_key_slot   (k_key_slot),
    .s_key_size   (k_key_size),
    .s_key_unit   (k_key_unit),
    .s_key_data   (k_key_data),
    .m_key_valid  (k_answer_valid),
    .m_key_ready  (k_answer_ready),
    .m_key_slot   (k_answer_slot),
    .m_key_cause  (k_answer_cause),
    .zeroise_o
  );

  assign busy_o        = exe || !rdy;
  assign blocks_slot_o = slot;

  seal_ocp_lock_names #(.Slots(Slots)) u_table (
    .clk_i, .rst_ni,
    .clear_i      (clear),
    .bind_i       (binds),
    .unbind_i     (unbinds),
    .update_slot_i(update_slot),
    .name_i       (metd),
    .aux_i        (aux),
    .hit_o        (hit),
    .full_o       (full),
    .slot_o       (slot),
    .slot_ready_i,
    .look_i       (look),
    .look_hit_o   (look_hit),
    .look_slot_o  (look_slot),
    .look_same_o  (look_same),
    .aux_slot_i   (aux_slot),
    .aux_o        (slot_aux)
  );

  seal_ocp_lock_lookup #(.InfoW(InfoW)) u_lookup (
    .clk_i, .rst_ni,
    .hold_i     (hold),
    .open_o     (open),
    .s_cmd_valid, .s_cmd_ready, .s_cmd_name, .s_cmd_info,
    .m_cmd_valid, .m_cmd_ready, .m_cmd_slot, .m_cmd_hit, .m_cmd_aux, .m_cmd_info,
    .look_o     (look),
    .look_hit_i (look_hit),
    .look_slot_i(look_slot),
    .look_same_i(look_same),
    .aux_slot_o (aux_slot),
    .aux_i      (slot_aux)
  );

endmodule
