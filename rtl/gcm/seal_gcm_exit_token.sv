// SPDX-License-Identifier: Apache-2.0
//
// Exit of the AES pipe for one token: its output block, its hash block, its pending tag, H. NIST SP
// 800-38D, sections 7.1, steps 4 to 6, and 7.2, steps 5 to 7. The table is in seal_gcm_exit, which
// also has the lengths for the length block: length_block_i is of the token in the first register,
// counts_o too, or with CountsFirst of the token that is about to go there.
//
// Latency: 1 cycle to the block, the pending tag and H, 2 to the hash. Reset and sweep_i: nothing
// is valid.
module seal_gcm_exit_token
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter bit          AnyIv   = 1'b1,   // an IV may be hashed
  parameter int unsigned Lead    = 0,      // keys of the hash that a message brings
  parameter int unsigned Sets    = 2,      // of them
  parameter bit [2:0]    Ops     = AllOps, // operations, by their codes
  parameter bit          LengthFirst = 1'b0,  // the length block is hashed before the text
  parameter bit          CountsFirst = 1'b0   // counts_o are a cycle earlier, for several tokens
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic             valid_i,
  input  token_t           token_i,
  input  logic [DataW-1:0] data_i,
  input  logic [127:0]     aes_i,

  output logic             block_valid_o,
  output out_block_t       block_o,
  output logic [DataW-1:0] block_data_o,

  output logic             pending_valid_o,
  output pending_t         pending_o,
  output logic [DataW-1:0] mask_o,

  output logic             hash_valid_o,
  output logic             hash_last_o,
  output logic             hash_iv_o,
  output logic [3:0]       hash_slot_o,
  output logic [127:0]     hash_data_o,

  output logic             h_valid_o,
  output logic [3:0]       h_slot_o,
  output logic [127:0]     h_o,
  output logic             pow_valid_o,

  output counts_t          counts_o,
  input  logic [127:0]     length_block_i
);

  // ---- first register: text, and the effects of its token ---------------------------------------
  // Each bit is a register, since some select a whole block.
  typedef struct packed {
    logic block;    // leaves an output block
    logic pending;
    logic hash;     // its block is hashed
    logic h;        // brings H
    logic pow;      // requests a power of it
    logic aad;      // counts as AAD ...
    logic text;     // ... or as text
    logic restart;  // the count begins anew after it
  } does_t;

  does_t        does, does_q;
  token_t       token_q;
  logic         is_length, length_q;   // its hash block has the lengths
  logic         iv_length_q, cipher_q;  // of an IV; it has the output, not the input
  logic [127:0] data_q, out_q, aes_q;

  assign is_length = token_i.kind == TokenEnd || (AnyIv && token_i.kind == TokenIvLen);
  assign does = '{
    block:   token_i.kind inside {TokenAad, TokenText} || token_i.fin,
    pending:    token_i.kind == TokenEnd,
    hash:    !(token_i.kind inside {TokenKeyH, TokenKeyPow}) &&
             !(Lead > 1 && token_i.kind == TokenKeyH2) &&
             !(token_i.kind == TokenText && token_i.op == OpCounter),
    h:       token_i.kind == TokenKeyH || (Lead > 1 && token_i.kind == TokenKeyH2),
    pow:     token_i.kind == TokenKeyPow,
    aad:     token_i.kind == TokenAad,
    text:    token_i.kind == TokenText || (AnyIv && token_i.kind == TokenIv),
    restart: is_length
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) does_q <= '0;
    else         does_q <= does & {$bits(does_t){valid_i && !sweep_i}};
  end

  always_ff @(posedge clk_i) begin
    token_q     <= token_i;
    data_q      <= data_i;
    length_q    <= is_length;
    iv_length_q <= AnyIv && (token_i.kind == TokenIvLen);
    // The hash is over the ciphertext: the output when sealing, the input otherwise. Both are equal
    // where nothing is added.
    cipher_q    <= Ops[OpSeal] && (Ops == 3'b001 << OpSeal || token_i.op == OpSeal);
    for (int unsigned i = 0; i < 128; i++) begin
      out_q[i] <= token_i.keep[i/8] & (data_i[i] ^ (token_i.text & aes_i[i]));
    end
    aes_q   <= aes_i & {128{token_i.mask}};
  end

  logic unused_fields;   // used by the first register
  assign unused_fields = ^{token_q.text, token_q.mask, token_q.keep};

  assign block_valid_o = does_q.block;
  assign block_o = '{fin: token_q.fin, text: token_q.kind != TokenAad, tag: does_q.pending,
                     bytes: token_q.bytes};
  assign block_data_o = out_q;

  assign h_valid_o = does_q.h;
  assign h_o       = aes_q;

  // ---- keys of the hash -------------------------------------------------------------------------
  logic [3:0] hash_slot;   // of the token in the first register

  if (Lead == 0) begin : g_of_slots
    assign h_slot_o  = token_q.slot;
    assign hash_slot = token_q.slot;
  end else begin : g_of_messages
    localparam int unsigned SetW = $clog2(Sets);
    logic [SetW-1:0] set_q, key_set;   // the latest; that of a key which comes in this cycle

    logic unused_slot;
    assign unused_slot = ^token_q.slot;

    assign key_set   = set_q + SetW'(token_q.kind == TokenKeyH);
    assign h_slot_o  = 4'(32'(key_set) * Lead) + 4'(token_q.kind == TokenKeyH2);
    assign hash_slot = 4'(32'(set_q) * Lead) + 4'(Lead > 1 && length_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)       set_q <= '0;
      else if (does_q.h) set_q <= key_set;
    end
  end

  does_t counted;
  assign counted  = CountsFirst ? does & {$bits(does_t){valid_i && !sweep_i}} : does_q;
  assign counts_o = '{aad: counted.aad, text: counted.text, restart: counted.restart,
                     bytes: CountsFirst ? token_i.bytes : token_q.bytes};

  logic unused_counted;   // only what counts
  assign unused_counted = ^counted;

  // ---- the end of the hash ----------------------------------------------------------------------
  logic           hashes, ends;   // the token's block is hashed, and is the last one
  message_cause_e cause;          // of its message, with END

  if (!LengthFirst) begin : g_last
    assign hashes = does_q.hash;
    assign ends   = length_q;
    assign cause  = token_q.cause;
  end else begin : g_first
    logic        announces_q;        // the token is the length block
    logic        ended_q, wrong_q;   // the hash has ended; the lengths are not as announced
    logic [35:0] left_q;             // bytes of text that are to come
    logic [63:0] text_bits;

    if (AnyIv || Lead != 0) begin : g_bad_length_first
      $error("seal_gcm_exit_token: with LengthFirst, AnyIv and Lead must be 0");
    end

    assign text_bits = seal_engine_pkg::swap64(data_q[127:64]);
    assign hashes    = does_q.hash && !ended_q;
    assign ends      = does_q.pending || (announces_q && text_bits == '0) ||
                       (does_q.text && left_q == 36'(token_q.bytes));

    always_comb begin
      cause = token_q.cause;
      if (token_q.cause == CauseNone && (wrong_q || !ended_q)) cause = CauseLength;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        announces_q <= 1'b0;
        ended_q     <= 1'b0;
        wrong_q     <= 1'b0;
      end else begin
        announces_q <= valid_i && token_i.kind == TokenIv && !sweep_i;
        if (sweep_i || does_q.pending) begin
          ended_q <= 1'b0;
          wrong_q <= 1'b0;
        end else begin
          if (hashes && ends) ended_q <= 1'b1;
          if (announces_q && (data_q[63:0] != length_block_i[63:0] ||
                              text_bits != {25'd0, text_bits[38:3], 3'd0})) wrong_q <= 1'b1;
          if (does_q.text && left_q < 36'(token_q.bytes)) wrong_q <= 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (announces_q)      left_q <= text_bits[38:3];
      else if (does_q.text) left_q <= left_q - 36'(token_q.bytes);
    end
  end

  assign pending_valid_o = does_q.pending;
  assign pending_o = '{open: Ops[OpOpen] && token_q.op == OpOpen,
                     seal: Ops[OpSeal] && token_q.op == OpSeal,
                     cause: cause, tag_len: token_q.tag_len};
  assign mask_o = aes_q ^ data_q;

  // ---- second register: hash block --------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hash_valid_o <= 1'b0;
      pow_valid_o  <= 1'b0;
    end else begin
      hash_valid_o <= hashes && !sweep_i;
      pow_valid_o  <= does_q.pow && !sweep_i;
    end
  end

  always_ff @(posedge clk_i) begin
    hash_last_o <= ends;
    hash_iv_o   <= iv_length_q;
    hash_slot_o <= hash_slot;
    hash_data_o <= length_q ? length_block_i : cipher_q ? out_q : data_q;
  end

endmodule
