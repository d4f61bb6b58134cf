// SPDX-License-Identifier: Apache-2.0
//
// Monte Carlo tests of CBC (NIST's AESAVS, section 6.4.2): outputs are fed back as inputs.
#pragma once

#include <cstdint>

namespace seal {

constexpr uint32_t kBlock = 16;

// A test, as sealwright.families.aes.sim packs it.
struct Chain {
  uint32_t count;
  uint8_t slot, inverse, unused[2];
  uint8_t text[kBlock];  // the first input; in the end, the last output
  uint8_t iv[kBlock];
};

static_assert(sizeof(Chain) == 40);

// One step of a chain: the block to send, and what the next one is made of.
struct Link {
  uint8_t block[kBlock];
  uint8_t older[kBlock], text[kBlock];  // the block before (ciphertext), the text to come

  explicit Link(const Chain& chain) {
    for (uint32_t i = 0; i < kBlock; i++) {
      block[i] = chain.text[i] ^ (chain.inverse ? 0 : chain.iv[i]);
      older[i] = text[i] = chain.iv[i];
    }
  }

  void next(Chain& chain, const uint8_t* out) {
    for (uint32_t i = 0; i < kBlock; i++) {
      if (chain.inverse) {  // P_j = D(C_j) + C_(j-1), C_(j+1) = P_(j-1)
        chain.text[i] = out[i] ^ older[i];
        older[i] = block[i];
        block[i] = text[i];
        text[i] = chain.text[i];
      } else {  // C_j = E(P_j + C_(j-1)), P_(j+1) = C_(j-1)
        chain.text[i] = out[i];
        block[i] = older[i] ^ out[i];
        older[i] = out[i];
      }
    }
  }
};

}  // namespace seal
