// SPDX-License-Identifier: Apache-2.0
//
// The random gates by which a harness lets a stream move or rest.
#pragma once

#include <cstdint>

namespace seal {

// xorshift64*
inline uint64_t draw(uint64_t& state) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1dull;
}

// Decides in each cycle whether a stream may move: closed with `probability` of 256, drawn again
// after 1 to `burst` cycles.
class Gate {
 public:
  void reset(uint64_t seed, uint32_t probability, uint32_t burst) {
    state_ = seed | 1;
    for (int i = 0; i < 8; i++) draw(state_);
    probability_ = probability;
    burst_ = burst;
    left_ = 0;
  }

  bool open() {
    if (probability_ == 0) return true;
    if (left_ == 0) {
      const uint64_t value = draw(state_) >> 16;
      open_ = (value & 255) >= probability_;
      left_ = 1 + static_cast<uint32_t>(value >> 16) % burst_;
    }
    --left_;
    return open_;
  }

 private:
  uint64_t state_ = 1;
  uint32_t probability_ = 0, burst_ = 1, left_ = 0;
  bool open_ = true;
};

}  // namespace seal
