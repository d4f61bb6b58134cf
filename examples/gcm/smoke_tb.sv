// SPDX-License-Identifier: Apache-2.0
//
// Smoke bench of seal_gcm in plain SystemVerilog: test case 4 of the GCM specification (McGrew and
// Viega, 2005, Appendix B): a key of 128 bits, 20 bytes of AAD, 60 of text. Loads the key, seals,
// opens the result, and opens it again with a wrong tag. Checks every beat and status, and ends
// with "smoke: N checks passed" or $fatal. Strings are written as in the specification; swap() puts
// byte 0 into bits [7:0].
module smoke_tb;

  localparam int unsigned SLOT = 2;

  localparam logic [127:0] KEY = 128'hfeffe9928665731c6d6a8f9467308308;
  localparam logic [95:0]  IV  = 96'hcafebabefacedbaddecaf888;
  localparam logic [127:0] TAG = 128'h5bc94fbc3221a5db94fae95ae7121a47;
  localparam logic [1:0][127:0] AAD = {
    128'hfeedfacedeadbeeffeedfacedeadbeef, 128'habaddad2_00000000_00000000_00000000
  };
  localparam logic [3:0][127:0] PLAIN = {
    128'hd9313225f88406e5a55909c5aff5269a, 128'h86a7a9531534f7da2e4c303d8a318a72,
    128'h1c3c0c95956809532fcf0e2449a6b525, 128'hb16aedf5aa0de657ba637b39_00000000
  };
  localparam logic [3:0][127:0] CIPHER = {
    128'h42831ec2217774244b7221b784d0d49c, 128'he3aa212f2c02a4e035c17e2329aca12e,
    128'h21d514b25466931c7d8f6a5aac84aa05, 128'h1ba30b396a0aac973d58e091_00000000
  };

  typedef enum logic [1:0] {Iv, Aad, Text, Tag} section_e;
  typedef enum logic [1:0] {Seal, Open} op_e;

  typedef struct packed {
    logic [127:0] data;
    logic [15:0]  keep;
    logic         last;
    logic         refused;
    section_e     section;
  } beat_t;

  logic         clk, rst_n, key_valid, key_ready, cmd_valid, cmd_ready, in_valid, in_ready;
  logic         loaded_valid, out_valid, status_valid, status_pass, busy;
  logic [1:0]   cmd_op;
  logic [15:0]  cmd_id, status_id;
  logic [3:0]   loaded_slot, status_cause, slots_ready;
  logic [2:0]   loaded_cause;
  beat_t        in, out;

  initial begin
    clk = 1'b0;
    forever #5 clk = !clk;
  end

  function automatic logic [127:0] swap(logic [127:0] text);
    for (int i = 0; i < 16; i++) swap[8*i +: 8] = text[8*(15-i) +: 8];
  endfunction

  // A sixth of the S-boxes of a core for all key sizes: this bench is built in seconds.
  seal_gcm #(.KeySizes(1), .Sbox(0), .MultStages(2)) u_gcm (
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .s_key_valid     (key_valid),
    .s_key_ready     (key_ready),
    .s_key_slot      (4'(SLOT)),
    .s_key_size      (2'd0),
    .s_key_data      ({128'd0, swap(KEY)}),
    .s_key_min_tag   (5'd16),
    .s_key_short_tags(1'b0),
    .m_key_valid     (loaded_valid),
    .m_key_ready     (1'b1),
    .m_key_slot      (loaded_slot),
    .m_key_cause     (loaded_cause),
    .s_cmd_valid     (cmd_valid),
    .s_cmd_ready     (cmd_ready),
    .s_cmd_op        (cmd_op),
    .s_cmd_slot      (4'(SLOT)),
    .s_cmd_iv        (96'(swap({IV, 32'd0}))),
    .s_cmd_iv_in_data(1'b0),
    .s_cmd_tag_len   (5'd16),
    .s_cmd_id        (cmd_id),
    .s_axis_tvalid   (in_valid),
    .s_axis_tready   (in_ready),
    .s_axis_tdata    (in.data),
    .s_axis_tkeep    (in.keep),
    .s_axis_tlast    (in.last),
    .s_axis_tuser    ({in.refused, in.section}),
    .m_axis_tvalid   (out_valid),
    .m_axis_tready   (1'b1),
    .m_axis_tdata    (out.data),
    .m_axis_tkeep    (out.keep),
    .m_axis_tlast    (out.last),
    .m_axis_tuser    ({out.refused, out.section}),
    .m_status_valid  (status_valid),
    .m_status_ready  (1'b1),
    .m_status_id     (status_id),
    .m_status_pass   (status_pass),
    .m_status_cause  (status_cause),
    .slot_ready_o    (slots_ready),
    .zeroise_i       (1'b0),
    .busy_o          (busy)
  );

  // ---- outputs, collected on rising edges -------------------------------------------------------
  localparam int unsigned ROOM = 16;
  beat_t       got [ROOM];
  int unsigned beats, statuses, checks;
  logic [20:0] last_status;   // id, pass, cause

  always @(posedge clk) begin
    if (out_valid) begin
      if (beats < ROOM) got[beats] <= out;
      beats <= beats + 1;
    end
    if (status_valid) begin
      last_status <= {status_id, status_pass, status_cause};
      statuses    <= statuses + 1;
    end
  end

  task automatic check(string what, logic ok);
    checks = checks + 1;
    if (!ok) $fatal(1, "smoke: wrong: %s", what);
  endtask

  // ---- inputs, driven on falling edges ----------------------------------------------------------
  function automatic beat_t beat(logic [127:0] text, int unsigned bytes, section_e section,
                                 logic last);
    return '{data: swap(text), keep: 16'((17'd1 << bytes) - 17'd1), last: last, refused: 1'b0,
             section: section};
  endfunction

  task automatic send(beat_t b);
    @(negedge clk);
    in_valid = 1'b1;
    in       = b;
    @(posedge clk);
    while (!in_ready) @(posedge clk);
  endtask

  // Sends a message with the command beside its first beat, and waits for the status.
  task automatic message(op_e op, logic [15:0] id, logic [3:0][127:0] text, logic [127:0] tag);
    int unsigned earlier;
    earlier = statuses;
    fork
      begin
        @(negedge clk);
        cmd_valid = 1'b1;
        cmd_op    = op;
        cmd_id    = id;
        @(posedge clk);
        while (!cmd_ready) @(posedge clk);
        @(negedge clk);
        cmd_valid = 1'b0;
      end
      begin
        send(beat(AAD[1], 16, Aad, 1'b0));
        send(beat(AAD[0], 4, Aad, 1'b0));
        for (int i = 3; i > 0; i--) send(beat(text[i], 16, Text, 1'b0));
        send(beat(text[0], 12, Text, op == Seal));
        if (op == Open) send(beat(tag, 16, Tag, 1'b1));
        @(negedge clk);
        in_valid = 1'b0;
      end
    join
    while (statuses == earlier) @(negedge clk);
  endtask

  task automatic expect_packet(logic [3:0][127:0] text, op_e op, logic pass);
    check("AAD, beat 0", got[0] == beat(AAD[1], 16, Aad, 1'b0));
    check("AAD, beat 1", got[1] == beat(AAD[0], 4, Aad, 1'b0));
    for (int i = 0; i < 3; i++) check("text", got[2+i] == beat(text[3-i], 16, Text, 1'b0));
    if (!pass) begin
      check("abort", beats == 6 && got[5].last && got[5].refused && got[5].keep == '0);
    end else begin
      check("text, last", got[5] == beat(text[0], 12, Text, op == Open));
      if (op == Seal) check("tag", got[6] == beat(TAG, 16, Tag, 1'b1));
      check("length", beats == ((op == Seal) ? 7 : 6));
    end
    beats = 0;
  endtask

  initial begin
    {rst_n, key_valid, cmd_valid, in_valid} = '0;
    {cmd_op, cmd_id, in} = '0;
    {beats, statuses, checks} = '0;
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    check("no slot is ready after reset", slots_ready == '0);

    @(negedge clk);
    key_valid = 1'b1;
    @(posedge clk);
    while (!key_ready) @(posedge clk);
    @(negedge clk);
    key_valid = 1'b0;
    while (!loaded_valid) @(negedge clk);
    check("the answer to the key", {loaded_slot, loaded_cause} == {4'(SLOT), 3'd0});
    check("only its slot is ready", slots_ready == 4'd1 << SLOT);

    message(Seal, 16'h1234, PLAIN, '0);
    check("status of sealing", last_status == {16'h1234, 1'b1, 4'd0});
    expect_packet(CIPHER, Seal, 1'b1);

    message(Open, 16'h5678, CIPHER, TAG);
    check("status of opening", last_status == {16'h5678, 1'b1, 4'd0});
    expect_packet(PLAIN, Open, 1'b1);

    message(Open, 16'h9abc, CIPHER, TAG ^ 128'd1);
    check("status of a wrong tag", last_status == {16'h9abc, 1'b0, 4'd1});
    expect_packet(PLAIN, Open, 1'b0);

    repeat (4) @(negedge clk);
    check("idle in the end", !busy);
    $display("smoke: %0d checks passed", checks);
    $finish;
  end

  initial begin
    repeat (5000) @(posedge clk);
    $fatal(1, "smoke: nothing moves any more");
  end

endmodule
