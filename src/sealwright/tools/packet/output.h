// SPDX-License-Identifier: Apache-2.0
//
// Watches m_axis, whatever its geometry.
//   stability  valid, and what each lane shows, while stalled (except around zeroise_i)
//   zeroise    no valid while zeroise_i is high
//   lanes      a beat has a segment; a packet has no empty lane between its segments; an empty lane
//              is zero
#pragma once

#include "stream.h"

namespace seal {

class Output {
 public:
  explicit Output(Bench& bench) : bench_(bench) {}

  void forget() {
    for (auto& held : held_) held.forget();
    inside_ = false;
  }

  // What the next clock edge samples; `take(segment, lane)` is given each segment that moves.
  // `exempt`: valid may fall, and what is on offer may change. Returns whether a beat moves.
  template <typename Dut, typename Take>
  bool sample(const Dut& dut, bool exempt, Take take) {
    const bool valid = dut.m_axis_tvalid, ready = dut.m_axis_tready;
    if (valid && dut.zeroise_i) bench_.violation("m_axis: valid while zeroise_i is high");
    Segment segments[kLanes];
    for (uint32_t lane = 0; lane < kLanes; lane++) {
      segments[lane] = shown(dut, lane);
      const char* wrong = held_[lane].watch(valid, ready, &segments[lane], exempt);
      if (wrong) bench_.violation("m_axis%s: %s", kLaneNames[lane], wrong);
    }
    if (!valid || !ready) return false;
    if constexpr (kLanes > 1) check_lanes(segments);
    for (uint32_t lane = 0; lane < kLanes; lane++) {
      if (kLanes == 1 || !is_empty(segments[lane].word)) take(segments[lane], lane);
    }
    return true;
  }

 private:
  void check_lanes(const Segment* segments) {
    bool any = false, hole = false;  // a segment so far, and an empty lane since
    for (uint32_t lane = 0; lane < kLanes; lane++) {
      const Segment& segment = segments[lane];
      if (is_empty(segment.word)) {
        hole = true;
        constexpr Segment kZero{};
        if (std::memcmp(&segment, &kZero, sizeof kZero) != 0)
          bench_.violation("m_axis%s: an empty lane is not zero", kLaneNames[lane]);
        continue;
      }
      if (hole && inside_)
        bench_.violation("m_axis%s: an empty lane inside a packet", kLaneNames[lane]);
      any = true;
      hole = false;
      inside_ = !(segment.word & kLast);
    }
    if (!any) bench_.violation("m_axis: a beat without a segment");
  }

  Bench& bench_;
  Held<sizeof(Segment)> held_[kLanes];
  bool inside_ = false;  // the last segment did not end its packet
};

}  // namespace seal
