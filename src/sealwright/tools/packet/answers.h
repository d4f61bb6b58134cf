// SPDX-License-Identifier: Apache-2.0
//
// Watches m_key and slot_ready_o.
//   stability  payload and valid of m_key while stalled (except around zeroise_i)
//   zeroise    no valid while zeroise_i is high, and no slot ready after its first cycles, as many
//              as the family's cores need
//   answers    each accepted key has exactly one, in order, with its slot and a known cause, and
//              busy_o is high until it has been taken; a slot whose key was loaded is ready
#pragma once

#include <vector>

#include "harness.h"
#include "records.h"

namespace seal {

class Answers {
 public:
  Answers(Bench& bench, uint32_t last_cause, uint32_t slots_fall)
      : bench_(bench), last_cause_(last_cause), slots_fall_(slots_fall) {}

  void forget() { held_.forget(); }

  // A new run with these key loads; `stamps` has room for as many.
  void begin(std::vector<const Event*> loads, std::vector<KeyStamp>& stamps) {
    loads_ = std::move(loads);
    stamps_ = &stamps;
    stamps.assign(loads_.size(), KeyStamp{kNever, kNever, kNever, kNever, 0, {}});
    count = 0;
  }

  // What the next clock edge samples, after `accepted` keys; `exempt` as in Output. Returns whether
  // an answer moves.
  template <typename Dut>
  bool sample(const Dut& dut, size_t accepted, bool exempt) {
    const bool valid = dut.m_key_valid, ready = dut.m_key_ready;
    const uint32_t slot = dut.m_key_slot, cause = dut.m_key_cause, answer = slot | cause << 4;
    if (count < accepted && !dut.busy_o)
      bench_.violation("busy_o low with a key that has no answer");
    if (valid && dut.zeroise_i) bench_.violation("m_key: valid while zeroise_i is high");
    high_ = dut.zeroise_i ? high_ + 1 : 0;
    if (dut.slot_ready_o && high_ > slots_fall_)
      bench_.violation("slot_ready_o: a slot is ready while zeroise_i is high");
    const char* wrong = held_.watch(valid, ready, &answer, exempt);
    if (wrong) bench_.violation("m_key: %s", wrong);
    if (valid && count >= accepted) bench_.violation("m_key: an answer to no key");
    if (!valid || !ready || count >= accepted) return false;
    const uint32_t expected = loads_[count]->slot;
    if (slot != expected) bench_.violation("m_key: slot %u instead of %u", slot, expected);
    if (cause > last_cause_) bench_.violation("m_key: cause %u is unknown (slot %u)", cause, slot);
    if (cause == kLoaded && !((dut.slot_ready_o >> slot) & 1))
      bench_.violation("m_key: slot %u has its key but is not ready", slot);
    KeyStamp& key = (*stamps_)[count++];
    key.answered = bench_.cycle();
    key.cause = known_cause(cause, last_cause_);
    return true;
  }

  size_t count = 0;  // answers so far

 private:
  Bench& bench_;
  const uint32_t last_cause_, slots_fall_;
  uint32_t high_ = 0;  // cycles of zeroise_i
  std::vector<const Event*> loads_;
  std::vector<KeyStamp>* stamps_ = nullptr;
  Held<4> held_;
};

}  // namespace seal
