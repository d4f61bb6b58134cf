// SPDX-License-Identifier: Apache-2.0
//
// Exit of the AES pipe: turns tokens into output and hash blocks and the masks of tags, counts
// lengths for the length blocks, and passes H and the requests for powers of a new key to GHASH.
// NIST SP 800-38D, sections 7.1, steps 4 to 6, and 7.2, steps 5 to 7 (text, length block, tag).
//
//   token    output block            hash block              pending tag
//   AAD      data                    data                    -
//   TEXT     data ^ AES              ciphertext              -
//   END      if it ends the packet   [len A]_64 [len C]_64   E(J0) ^ received tag
//   IV       -                       data                    -
//   IVLEN    -                       0^64 [len IV]_64        -
//
// Lead 0: H and its powers belong to a slot, and KEYH and KEYPOW bring them with a key load.
// Lead 1 or 2: KEYH (and KEYH2) at the head of a message bring its own key, or the key of its
// blocks and that of its length block. There are Sets of keys, a power of two, for messages in
// turn: those of a message come while the hash may still use those of the message before, or of
// more, if it holds blocks back (seal_hash). The key of set n and kind k is slot n Lead + k of
// the hash.
//
// Lanes tokens may come in a cycle, in order from bit 0 on; then keys come with a key load, and
// their tokens in lane 0.
//
// Counter-only messages hash only their END, so every message has exactly one hash, beside that of
// an IV.
//
// LengthFirst: not AES-GCM, of no standard, and unsafe (docs/reference/gcm.md). B. Yang, S. Mishra,
// R. Karri, A High Speed Architecture for Galois/Counter Mode of Operation, 2005, section 6,
// equation (3): the length block, in bits as above, is hashed behind the AAD,
//
//   X_(m+1) = (X_m ^ (len A || len C)) H
//   X_i = (X_(i-1) ^ C_(i-m-1)) H          for i = m + 2 .. m + n + 1
//
// so the hash ends with the last block of text. The block comes with the message, as a token of
// kind IV. The first text block after which no announced byte is left ends the hash. A message
// whose lengths are not as announced is refused by its END with CauseLength; where its hash has not
// ended, END ends it.
// Latency: 1 cycle to the block, the pending tag and H, 2 to the hash. Reset and sweep_i: nothing
// is valid.
module seal_gcm_exit
  import seal_message_pkg::*;
  import seal_gcm_pkg::*;
#(
  parameter int unsigned Lanes   = 1,
  parameter bit          AnyIv   = 1'b1,   // an IV may be hashed
  parameter int unsigned Lead    = 0,      // keys of the hash that a message brings
  parameter int unsigned Sets    = 2,      // of them
  parameter bit          Polyval = 1'b0,   // the length block is [len C]_64 [len A]_64 of RFC 8452
  parameter bit [2:0]    Ops     = AllOps, // operations, by their codes
  parameter bit          LengthFirst = 1'b0   // the length block is hashed before the text
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             sweep_i,

  input  logic   [Lanes-1:0]            valid_i,
  input  token_t [Lanes-1:0]            token_i,
  input  logic   [Lanes-1:0][DataW-1:0] data_i,
  input  logic   [Lanes-1:0][127:0]     aes_i,

  output logic       [Lanes-1:0]            block_valid_o,
  output out_block_t [Lanes-1:0]            block_o,
  output logic       [Lanes-1:0][DataW-1:0] block_data_o,

  output logic     [Lanes-1:0]            pending_valid_o,
  output pending_t [Lanes-1:0]            pending_o,
  output logic     [Lanes-1:0][DataW-1:0] mask_o,

  output logic [Lanes-1:0]        hash_valid_o,
  output logic [Lanes-1:0]        hash_last_o,
  output logic [Lanes-1:0]        hash_iv_o,
  output logic [Lanes-1:0][3:0]   hash_slot_o,
  output logic [Lanes-1:0][127:0] hash_data_o,

  output logic             h_valid_o,
  output logic [3:0]       h_slot_o,
  output logic [127:0]     h_o,
  output logic             pow_valid_o
);

  if (Lanes > 1 && Lead > 0) begin : g_bad_lead
    $error("seal_gcm_exit: Lead must be 0 with several lanes");
  end

  counts_t [Lanes-1:0]        counts;
  logic    [Lanes-1:0][127:0] length_block, h;
  logic    [Lanes-1:0]        h_valid, pow_valid;
  logic    [Lanes-1:0][3:0]   h_slot;

  for (genvar n = 0; n < Lanes; n++) begin : g_lane
    seal_gcm_exit_token #(
      .AnyIv(AnyIv), .Lead(Lead), .Sets(Sets), .Ops(Ops), .LengthFirst(LengthFirst),
      .CountsFirst(Lanes > 1)
    ) u_token (
      .clk_i, .rst_ni, .sweep_i,
      .valid_i        (valid_i[n]),
      .token_i        (token_i[n]),
      .data_i         (data_i[n]),
      .aes_i          (aes_i[n]),
      .block_valid_o  (block_valid_o[n]),
      .block_o        (block_o[n]),
      .block_data_o   (block_data_o[n]),
      .pending_valid_o(pending_valid_o[n]),
      .pending_o      (pending_o[n]),
      .mask_o         (mask_o[n]),
      .hash_valid_o   (hash_valid_o[n]),
      .hash_last_o    (hash_last_o[n]),
      .hash_iv_o      (hash_iv_o[n]),
      .hash_slot_o    (hash_slot_o[n]),
      .hash_data_o    (hash_data_o[n]),
      .h_valid_o      (h_valid[n]),
      .h_slot_o       (h_slot[n]),
      .h_o            (h[n]),
      .pow_valid_o    (pow_valid[n]),
      .counts_o       (counts[n]),
      .length_block_i (length_block[n])
    );
  end

  seal_gcm_lengths #(.Lanes(Lanes), .Polyval(Polyval)) u_lengths (
    .clk_i, .rst_ni, .sweep_i,
    .counts_i      (counts),
    .length_block_o(length_block)
  );

  assign h_valid_o   = h_valid[0];
  assign h_slot_o    = h_slot[0];
  assign h_o         = h[0];
  assign pow_valid_o = pow_valid[0];

  logic unused_lanes;   // keys come in lane 0
  assign unused_lanes = ^{h_valid, h_slot, h, pow_valid};

endmodule
