// SPDX-License-Identifier: Apache-2.0
//
// Tokens, numbers and formulas of the CWC core (T. Kohno, J. Viega, D. Whiting, The CWC
// authenticated encryption mode, 2003). The types of all cores that seal and open messages are in
// seal_message_pkg.
//
// The formulas have counterparts in sealwright.families.message.cwc; a test compares them.
package seal_cwc_pkg;
  import seal_engine_pkg::*;
  import seal_message_pkg::*;

  // Kinds of tokens: those of token requests, the call that makes a tag of a hash, and two of key
  // loads, with the codes that seal_gcm_derive gives them.
  typedef enum logic [2:0] {
    TokenAad    = 3'(ReqAad),
    TokenText   = 3'(ReqText),
    TokenEnd    = 3'(ReqEnd),
    TokenTag    = 3'd3,
    TokenKeyH   = 3'(seal_gcm_pkg::TokenKeyH),
    TokenKeyPow = 3'(seal_gcm_pkg::TokenKeyPow)
  } token_e;

  // The token travels beside the AES pipe, and beside it a word of data: AAD, text, or (END of
  // opening) the received tag. text, mask and keep follow from the other fields, and are decided
  // before the pipe: behind it they select 128 bits in one cycle.
  typedef struct packed {
    token_e         kind;
    message_op_e    op;
    logic [3:0]     slot;
    logic [1:0]     size;     // of its key
    logic           fin;      // its output block is the last of the packet
    message_cause_e cause;    // END only: why the message is refused
    logic [4:0]     tag_len;  // END only
    logic           text;     // the result of AES is added to data: TEXT
    logic           mask;     // it is wanted itself: END, TAG, KEYH
    logic [4:0]     bytes;    // of an output block, 0..16
    logic [15:0]    keep;     // which ones: the lowest
  } token_t;

  // What the hash of a message is for: the tag, in a call under its key; and what is added to the
  // hash, lengths in bytes.
  typedef struct packed {
    logic [3:0]  slot;
    logic [1:0]  size;
    logic [60:0] aad;
    logic [35:0] text;
  } end_t;

  // ---- numbers ----------------------------------------------------------------------------------
  // A number modulo 2^127 - 1 is eight limbs of weight 2^(16 i). Those of a canonical one have 16
  // bits, the highest 15. A limb has room for 18 bits, so that two canonical ones, or a product and
  // a piece, are added without a carry.
  localparam int unsigned Limbs  = 8;
  localparam int unsigned LimbW  = 18;
  localparam int unsigned PieceW = 96;   // bits of a piece of the hash
  typedef logic [Limbs-1:0][LimbW-1:0] limbs_t;

  // The sum of up to eight products
  localparam int unsigned SumW = LimbW + 3;
  typedef logic [Limbs-1:0][SumW-1:0] sum_t;

  function automatic limbs_t limbs_of(logic [127:0] number);
    limbs_t limbs;
    for (int unsigned i = 0; i < Limbs; i++) limbs[i] = LimbW'(number[16*i+:16]);
    return limbs;
  endfunction

  // The big-endian number of 16 bytes, in the byte order of seal_engine_pkg; and back
  function automatic logic [127:0] swap128(logic [127:0] x);
    return {swap64(x[63:0]), swap64(x[127:64])};
  endfunction

  // ---- queues -----------------------------------------------------------------------------------
  // Blocks that wait to be cut into pieces, and hashes that wait to pass the AES pipe
  localparam int unsigned QueueBlocks = 8;
  localparam int unsigned QueueHashes = 4;

  // ---- formulas ---------------------------------------------------------------------------------
  // Cycles from a written schedule to the end of derivation (seal_gcm_derive): a power takes one
  // more than that of seal_gcm, as it passes beside the queue of blocks
  function automatic int unsigned derive_cycles(int unsigned aes, int unsigned mult_stages);
    return aes + 6 + (mult_stages - 1) * (aes + mult_stages + 8);
  endfunction

  // Registers of seal_cwc_reduce
  localparam int unsigned ReduceCycles = 5;

  // Cycles from the last piece of a message to its hash, at most: seal_cwc_hash
  function automatic int unsigned hash_latency(int unsigned mult_stages);
    return seal_hash_pkg::sum_cycles(mult_stages) + ReduceCycles;
  endfunction

  // Cycles from a token to its message's status, at most: issue, AES, exit, queue, hash, issue,
  // AES, exit, verdict, output. The credits of an entry and of a message come back within them.
  function automatic int unsigned loop_latency(int unsigned aes, int unsigned hash);
    return 2 * aes + hash + QueueBlocks + 27;
  endfunction

endpackage
