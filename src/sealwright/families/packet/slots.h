// SPDX-License-Identifier: Apache-2.0
//
// For harnesses of cores without commands: watches slot_ready_o, and all outputs during a reset.
//   slots  ready are those whose last key was answered with kLoaded, and has not been removed; that
//          of a key under way may be ready or not
//   reset  busy_o is high, nothing is ready or valid, until the sweep behind it has ended
#pragma once

#include <vector>

#include "packet/records.h"

namespace seal {

class Slots {
 public:
  explicit Slots(Bench& bench) : bench_(bench) {}

  // A new run with these key loads.
  void begin(std::vector<const Event*> loads) {
    loads_ = std::move(loads);
    removed_ = 0;
  }

  // zeroise_i rises: no key is left, nor comes from those that are under way.
  void zeroise() {
    loaded_ = 0;
    removed_ = loads_.size();
  }

  // What the next clock edge samples, after answers to `answered` keys; `begun` are taken, whole or
  // in part.
  template <typename Dut>
  void sample(const Dut& dut, size_t answered, size_t begun) {
    uint32_t open = always;
    for (size_t n = std::max(answered, removed_); n < begun; n++) open |= 1u << loads_[n]->slot;
    const uint32_t wrong = (dut.slot_ready_o ^ loaded_) & ~open;
    if (wrong)
      bench_.violation("slot_ready_o: %#x wrong, %#x have a key", wrong, loaded_);
  }

  // An answer moves.
  void answered(size_t load, uint32_t cause) {
    if (cause == kLoaded) loaded_ |= 1u << loads_[load]->slot;
  }

  template <typename Dut>
  void sample_reset(const Dut& dut) {
    loaded_ = 0;
    if (!dut.busy_o) bench_.violation("busy_o low in a reset");
    if (dut.s_axis_tready || dut.s_key_ready) bench_.violation("ready for input in a reset");
    if (dut.m_axis_tvalid || dut.m_key_valid) bench_.violation("an output is valid in a reset");
    if (dut.slot_ready_o) bench_.violation("slot_ready_o: a slot is ready in a reset");
  }

  uint32_t always = 0;  // slots with a key that nothing removes

 private:
  Bench& bench_;
  std::vector<const Event*> loads_;
  size_t removed_ = 0;  // of the loads: they set no slot any more
  uint32_t loaded_ = 0;
};

}  // namespace seal
