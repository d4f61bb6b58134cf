// SPDX-License-Identifier: Apache-2.0
//
// What the AES harness is given and gives back: little-endian records that
// sealwright.families.aes.sim packs and unpacks, and the steps of a Monte Carlo test.
#pragma once

#include <cstdint>

namespace seal {

constexpr uint32_t kBlock = 16;

struct Block {
  uint32_t after_keys;  // keys that must have been answered before it is offered
  uint8_t slot, inverse;
  uint8_t beats;        // instead of the right number; 0 is right
  uint8_t unused;
  uint8_t data[kBlock];
};

struct Key {
  uint32_t after_blocks;  // blocks that must have been accepted before it is offered
  uint8_t slot, size;
  uint8_t beats;          // as in Block; only for keys that come in beats
  uint8_t unused;
  uint8_t data[32];
};

struct Result {
  uint64_t first_in, last_in, first_out, last_out;  // cycles
  uint8_t data[kBlock];
  uint8_t user, ended, unused[6];
};

struct Answer {
  uint64_t offered, accepted, answered;  // cycles
  uint8_t slot, cause, unused[6];
};

struct Traffic {
  uint64_t seed;
  uint32_t block_idle, key_idle, block_stall, key_stall;  // of 256
  uint32_t burst, watchdog;
  // A pulse of zeroise_i of this many cycles ends the run: after this many blocks, and not before
  // this many cycles.
  uint32_t zero_after, zero_cycles, zero_at, unused;
};

// A Monte Carlo test of CBC (NIST's AESAVS, section 6.4.2): outputs fed back `count` times.
struct Chain {
  uint32_t count;
  uint8_t slot, inverse, unused[2];
  uint8_t text[kBlock];  // the first input; in the end, the last output
  uint8_t iv[kBlock];
};

static_assert(sizeof(Block) == 24 && sizeof(Key) == 40 && sizeof(Result) == 56);
static_assert(sizeof(Answer) == 32 && sizeof(Traffic) == 48 && sizeof(Chain) == 40);

// One step of a chain: the block to send, and what the next one is made of.
struct Link {
  Block block;
  uint8_t older[kBlock], text[kBlock];  // the block before (ciphertext), the text to come

  void start(const Chain& chain) {
    block = Block{0, chain.slot, chain.inverse, 0, 0, {}};
    for (uint32_t i = 0; i < kBlock; i++) {
      block.data[i] = chain.text[i] ^ (chain.inverse ? 0 : chain.iv[i]);
      older[i] = text[i] = chain.iv[i];
    }
  }

  void next(Chain& chain, const uint8_t* out) {
    for (uint32_t i = 0; i < kBlock; i++) {
      if (chain.inverse) {  // P_j = D(C_j) + C_(j-1), C_(j+1) = P_(j-1)
        chain.text[i] = out[i] ^ older[i];
        older[i] = block.data[i];
        block.data[i] = text[i];
        text[i] = chain.text[i];
      } else {  // C_j = E(P_j + C_(j-1)), P_(j+1) = C_(j-1)
        chain.text[i] = out[i];
        block.data[i] = older[i] ^ out[i];
        older[i] = out[i];
      }
    }
  }
};

}  // namespace seal
