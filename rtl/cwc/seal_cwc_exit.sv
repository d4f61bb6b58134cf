// SPDX-License-Identifier: Apache-2.0
//
// Exit of the AES pipe of the CWC core: turns tokens into output blocks, the pieces of the hash and
// the parts of tags, and passes the hash key and the requests for its powers on.
//
//   token    output block            hash                    tag
//   AAD      data                    data, cut into pieces   -
//   TEXT     data ^ AES              ciphertext, the same    -
//   END      if it ends the packet   the rest of them        pending: E(block 0) ^ received tag
//   TAG      -                       -                       E(y), which is added to it
//
// Counter-only messages hash only their END, so every message has exactly one hash and one TAG.
// Latency: 1 cycle to the block, both parts of the tag and the hash key, 3 to the hash. Reset and
// sweep_i: nothing is valid.
module seal_cwc_exit
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
  import seal_cwc_pkg::*;
(
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    sweep_i,

  input  logic                    valid_i,
  input  token_t                  token_i,
  input  logic [DataW-1:0]        data_i,
  input  logic [127:0]            aes_i,

  output logic                    block_valid_o,
  output out_block_t              block_o,
  output logic [DataW-1:0]        block_data_o,

  output logic                    pending_valid_o,
  output seal_gcm_pkg::pending_t  pending_o,
  output logic [DataW-1:0]        mask_o,
  output logic                    tag_valid_o,
  output logic [127:0]            aes_o,          // E(y), or the hash key

  output logic                    hash_valid_o,
  output logic                    hash_last_o,
  output logic [3:0]              hash_slot_o,
  output logic [PieceW-1:0]       hash_piece_o,
  output end_t                    hash_end_o,

  output logic                    h_valid_o,
  output logic [3:0]              h_slot_o,
  output logic                    pow_valid_o
);

  // ---- first register: text, and the effects of its token ---------------------------------------
  // Each bit is a register, since some select a whole block.
  typedef struct packed {
    logic block;    // leaves an output block
    logic ends;     // leaves a pending tag, and ends the hash
    logic tag;      // brings the other part of a tag ...
    logic h;        // ... or a hash key
    logic pow;      // requests a power of it
    logic hash;     // its block is hashed ...
    logic text;     // ... as text
  } does_t;

  does_t        does, does_q;
  token_t       token_q;
  logic         cipher_q;   // its ciphertext is the output, not the input
  logic [127:0] data_q, out_q, aes_q;

  assign does = '{
    block: token_i.kind inside {TokenAad, TokenText} || token_i.fin,
    ends:  token_i.kind == TokenEnd,
    tag:   token_i.kind == TokenTag,
    h:     token_i.kind == TokenKeyH,
    pow:   token_i.kind == TokenKeyPow,
    hash:  token_i.kind == TokenAad || (token_i.kind == TokenText && token_i.op != OpCounter),
    text:  token_i.kind == TokenText
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) does_q <= '0;
    else         does_q <= does & {$bits(does_t){valid_i && !sweep_i}};
  end

  always_ff @(posedge clk_i) begin
    token_q  <= token_i;
    data_q   <= data_i;
    cipher_q <= (token_i.op == OpSeal);
    for (int unsigned i = 0; i < 128; i++) begin
      out_q[i] <= token_i.keep[i/8] & (data_i[i] ^ (token_i.text & aes_i[i]));
    end
    aes_q    <= aes_i & {128{token_i.mask}};
  end

  logic unused_fields;   // used by the first register
  assign unused_fields = ^{token_q.text, token_q.mask, token_q.keep};

  assign block_valid_o = does_q.block;
  assign block_o = '{fin: token_q.fin, text: token_q.kind != TokenAad, tag: does_q.ends,
                     bytes: token_q.bytes};
  assign block_data_o = out_q;

  assign pending_valid_o = does_q.ends;
  assign pending_o = '{open: token_q.op == OpOpen, seal: token_q.op == OpSeal,
                       cause: token_q.cause, tag_len: token_q.tag_len};
  assign mask_o      = aes_q ^ data_q;
  assign tag_valid_o = does_q.tag;

  assign h_valid_o = does_q.h;
  assign h_slot_o  = token_q.slot;
  assign aes_o     = aes_q;

  // ---- hash: its queue, and the request of a power beside it ------------------------------------
  logic hold_q;   // takes a cycle of the multiplier, in which no piece comes out

  seal_cwc_pieces u_pieces (
    .clk_i, .rst_ni, .sweep_i,
    .block_i(does_q.hash),
    .text_i (does_q.text),
    .end_i  (does_q.ends),
    .slot_i (token_q.slot),
    .size_i (token_q.size),
    .bytes_i(token_q.bytes),
    .data_i (cipher_q ? out_q : data_q),
    .hold_i (hold_q),
    .valid_o(hash_valid_o),
    .last_o (hash_last_o),
    .slot_o (hash_slot_o),
    .piece_o(hash_piece_o),
    .end_o  (hash_end_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hold_q      <= 1'b0;
      pow_valid_o <= 1'b0;
    end else begin
      hold_q      <= does_q.pow && !sweep_i;
      pow_valid_o <= hold_q && !sweep_i;
    end
  end

endmodule
