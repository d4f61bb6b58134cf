// SPDX-License-Identifier: Apache-2.0
//
// AES-128 (FIPS 197) of seal_gcm_small: the state, the key schedule and one column of a round.
//
// All is in memories whose words come a cycle after their address. The state has four memories, one
// for each row, of which each has an address of its own: ShiftRows (section 5.1.2) is the offset of
// a row. Round r reads columns and writes them to the other half, so no value is moved. The first
// column of a round needs byte 3 of column 3, which is being written: that byte goes around its
// memory, through a register.
//
//   rounds       from aes_go on, in each cycle a column: n = 4 (r - 1) + column, r from 1. Before
//                the last round, n = 36, it waits for aes_last, once for each column. The column is
//                bus_o; before the last round it is written into the state
//   first state  block + round key 0 is written by the program (copy, state_we): it stays there, so
//                only the counter is written from one block to the next
//   expansion    word n + 4 = word n + (word n + 3, in every fourth step through the S-boxes):
//                FIPS 197, section 5.2; the program holds word n + 3, and n
//
// Word k of a schedule is at address k. Address 63 is always zero. In a sweep, n goes over all
// addresses, and bus_o is zero; swept_o is high at the last one. Latency of a block: 40 cycles.
module seal_gcm_small_cipher
  import seal_gcm_small_pkg::*;
#(
  parameter int unsigned Sbox        = 1,
  parameter int unsigned SweepCycles = 65    // of the core; 64 for the memory of the schedule
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zeroise_i,
  input  logic         sweep_i,
  output logic         swept_o,
  input  logic         live_i,
  input  instruction_t instr_i,
  input  logic [1:0]   word_i,
  input  logic [1:0]   word_next_i,
  input  logic [31:0]  copy_i,      // from the memory of data
  output logic [31:0]  bus_o,
  output logic         busy_o,      // in a round before the last one
  output logic         expanded_o,  // n is that of the last word
  output logic [3:0]   n_o
);

  // Regions of the state
  localparam logic [1:0] RegionFirst = 2'd2, RegionSpare = 2'd3;

  logic       run_q, last, step, start;
  logic [5:0] n_q, n_d;

  assign last  = n_q[5] && n_q[2];               // round, of those that run
  assign start = live_i && instr_i.aes_go;
  assign step  = run_q && (!last || (live_i && instr_i.aes_last));

  always_comb begin
    if (zeroise_i || start || instr_i.key_take)      n_d = '0;
    else if (step || sweep_i || instr_i.n_step)      n_d = n_q + 6'd1;
    else                                             n_d = n_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      n_q   <= '0;
    end else begin
      n_q   <= n_d;
      run_q <= start || (run_q && !(step && expanded_o) && !sweep_i && !instr_i.aes_off);
    end
  end

  assign busy_o     = run_q && !last;
  assign expanded_o = last && n_q[1:0] == 2'd3;
  assign swept_o    = n_q == 6'(SweepCycles - 2);
  assign n_o        = n_q[3:0];

  // ---- key schedule -----------------------------------------------------------------------------
  (* ram_style = "block", no_rw_check *) logic [31:0] keys [64];

  logic [1:0]  word;
  logic [5:0]  key_read, key_write;
  logic [31:0] key_q, bus;

  assign word = word_next_i | {2{instr_i.third}};

  always_comb begin
    unique case (instr_i.key)
      KeyRound: key_read = {n_d[5:2] + 4'd1, n_d[1:0]};
      KeyBack:  key_read = n_d;
      KeyFirst: key_read = {4'd0, word};
      default:  key_read = '1;
    endcase
    if (sweep_i)                key_write = n_q;
    else if (instr_i.key_first) key_write = {4'd0, word_i};
    else                        key_write = {n_q[5:2] + 4'd1, n_q[1:0]};
  end

  always_ff @(posedge clk_i) begin
    if (sweep_i || (live_i && instr_i.key_we)) keys[key_write] <= bus;
    key_q <= keys[key_read];
  end

  // ---- state ------------------------------------------------------------------------------------
  logic            rounds, state_we, around;
  logic [1:0]      region;
  logic [3:0]      state_write;
  logic [3:0][7:0] state_q, bytes, sub;
  logic [7:0]      around_q;

  assign rounds   = run_q || start;
  assign region   = !rounds ? RegionSpare : (n_d[5:2] == '0) ? RegionFirst : {1'b0, n_d[2]};
  assign state_we = sweep_i || (step && !last) || (live_i && instr_i.state_we);

  always_comb begin
    if (sweep_i)                state_write = n_q[3:0];
    else if (!instr_i.state_we) state_write = {1'b0, !n_q[2], n_q[1:0]};
    else if (instr_i.spare)     state_write = {RegionSpare, 2'd0};
    else                        state_write = {RegionFirst, word_i | {2{instr_i.third}}};
  end

  for (genvar r = 0; r < 4; r++) begin : g_row
    (* ram_style = "block", no_rw_check *) logic [7:0] mem [16];
    logic [1:0] column;

    assign column = rounds ? n_d[1:0] + 2'(r) : 2'd0;

    always_ff @(posedge clk_i) begin
      if (state_we) mem[state_write] <= bus[8*r+:8];
      state_q[r] <= mem[{region, column}];
    end
  end

  assign around = run_q && n_q[1:0] == 2'd0;
  assign bytes  = {around ? around_q : state_q[3], state_q[2:0]};

  always_ff @(posedge clk_i) if (step || instr_i.state_we || sweep_i) around_q <= bus[31:24];

  // ---- round ------------------------------------------------------------------------------------
  logic [31:0]  turned, made;
  logic [127:0] mixed;
  logic [7:0]   rcon;
  logic         unused;

  for (genvar r = 0; r < 4; r++) begin : g_sbox
    seal_aes_sbox #(.Kind(Sbox)) u_sbox (.clk_i, .inv_i(1'b0), .d_i(bytes[r]), .q_o(sub[r]));
  end

  // Rcon[r], r = n/4 + 1
  always_comb begin
    rcon = 8'h01;
    for (int unsigned i = 0; i < 9; i++) if (4'(i) < n_q[5:2]) rcon = seal_aes_pkg::xtime(rcon);
  end

  assign turned = {sub[0], sub[3:1]} ^ {24'h0, rcon};
  assign mixed  = seal_aes_pkg::mix_columns({96'h0, sub});
  assign unused = ^mixed[127:32];

  always_comb begin
    if (instr_i.expand && n_q[1:0] == 2'd0) made = turned;
    else if (instr_i.copy)                  made = copy_i;
    else if (last)                          made = sub;
    else                                    made = mixed[31:0];
  end

  assign bus   = (made ^ key_q) & {32{!sweep_i}};
  assign bus_o = bus;

endmodule
