// SPDX-License-Identifier: Apache-2.0
//
// Exit of the AES pipe: turns tokens into output beats, hash blocks and the masks of tags, counts
// lengths for the length blocks, and passes H and the requests for powers of a new key to GHASH.
// NIST SP 800-38D, sections 7.1 steps 4 to 6 and 7.2 steps 5 to 7 (text, length block, tag).
//
//   token    output beat             hash block              mark
//   AAD      data                    data                    -
//   TEXT     data ^ AES              ciphertext              -
//   END      if it ends the packet   [len A]_64 [len C]_64   E(J0) ^ received tag
//   IV       -                       data                    -
//   IVLEN    -                       0^64 [len IV]_64        -
//
// Counter-only messages hash only their END, so every message has exactly one hash.
// Latency: 1 cycle to beat, mark and H, 2 to the hash. Reset and zero_i: nothing is valid.
module seal_gcm_exit
  import seal_engine_pkg::*;
  import seal_gcm_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         zero_i,

  input  logic         valid_i,
  input  token_t       token_i,
  input  logic [127:0] aes_i,

  output logic         beat_valid_o,
  output beat_t        beat_o,

  output logic         mark_valid_o,
  output mark_t        mark_o,

  output logic         hash_valid_o,
  output logic         hash_last_o,
  output logic         hash_iv_o,
  output logic [3:0]   hash_slot_o,
  output logic [127:0] hash_data_o,

  output logic         h_valid_o,
  output logic [3:0]   h_slot_o,
  output logic [127:0] h_o,
  output logic         pow_valid_o
);

  // ---- first register: text ---------------------------------------------------------------------
  token_t       token_q;
  logic         valid_q;
  logic [127:0] out_q, aes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else         valid_q <= valid_i && !zero_i;
  end

  always_ff @(posedge clk_i) begin
    token_q <= token_i;
    for (int unsigned i = 0; i < 128; i++) begin
      out_q[i] <= token_i.keep[i/8] & (token_i.data[i] ^ (token_i.text & aes_i[i]));
    end
    aes_q   <= aes_i & {128{token_i.mask}};
  end

  logic unused_fields;   // what the first register has used
  assign unused_fields = ^{token_q.text, token_q.mask, token_q.keep};

  assign beat_valid_o = valid_q && (token_q.kind == TokenAad || token_q.kind == TokenText ||
                                    token_q.fin);
  assign beat_o = '{fin: token_q.fin, text: token_q.kind != TokenAad, bytes: token_q.bytes,
                    data: out_q};

  assign mark_valid_o = valid_q && (token_q.kind == TokenEnd);
  assign mark_o = '{open: token_q.op == OpOpen, seal: token_q.op == OpSeal, cause: token_q.cause,
                    tag_len: token_q.tag_len, mask: aes_q ^ token_q.data};

  assign h_valid_o = valid_q && (token_q.kind == TokenKeyH);
  assign h_slot_o  = token_q.slot;
  assign h_o       = aes_q;

  // ---- lengths ----------------------------------------------------------------------------------
  // In bytes. An IV is counted as text; IVLEN then restarts the count for the message.
  logic [60:0]  aad_bytes_q;
  logic [35:0]  text_bytes_q;
  logic         is_length;
  logic [127:0] length_block;

  assign is_length    = (token_q.kind == TokenEnd) || (token_q.kind == TokenIvLen);
  assign length_block = {swap64({25'd0, text_bytes_q, 3'd0}), swap64({aad_bytes_q, 3'd0})};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aad_bytes_q  <= '0;
      text_bytes_q <= '0;
    end else if (zero_i || (valid_q && is_length)) begin
      aad_bytes_q  <= '0;
      text_bytes_q <= '0;
    end else if (valid_q) begin
      if (token_q.kind == TokenAad) aad_bytes_q <= aad_bytes_q + 61'(token_q.bytes);
      if (token_q.kind == TokenText || token_q.kind == TokenIv) begin
        text_bytes_q <= text_bytes_q + 36'(token_q.bytes);
      end
    end
  end

  // ---- second register: hash block --------------------------------------------------------------
  logic hash_valid_d;
  assign hash_valid_d = valid_q && !zero_i && !(token_q.kind inside {TokenKeyH, TokenKeyPow}) &&
                        !(token_q.kind == TokenText && token_q.op == OpCounter);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hash_valid_o <= 1'b0;
      pow_valid_o  <= 1'b0;
    end else begin
      hash_valid_o <= hash_valid_d;
      pow_valid_o  <= valid_q && !zero_i && (token_q.kind == TokenKeyPow);
    end
  end

  always_ff @(posedge clk_i) begin
    hash_last_o <= is_length;
    hash_iv_o   <= (token_q.kind == TokenIvLen);
    hash_slot_o <= token_q.slot;
    // The hash is over the ciphertext: the output when sealing, the input otherwise.
    hash_data_o <= is_length ? length_block
                 : (token_q.kind == TokenText && token_q.op == OpSeal) ? out_q : token_q.data;
  end

endmodule
