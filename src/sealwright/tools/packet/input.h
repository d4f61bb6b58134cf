// SPDX-License-Identifier: Apache-2.0
//
// Drives s_axis with the segments of messages, in order. A beat is put together when it is offered,
// and stays until it is taken. With more than one lane, a message begins in the lane after the last
// segment of the one before, on the lane that its command asks for, or on lane 0 if the traffic is
// `aligned`. There may be empty lanes before a message, and at the end of a beat: where the gate of
// lanes is closed, and where a message has to wait. The segments of one message have no empty lane
// between them.
#pragma once

#include <vector>

#include "gate.h"
#include "records.h"
#include "stream.h"

namespace seal {

class Input {
 public:
  // The messages of a run; the bytes and the words of their segments.
  void begin(const std::vector<const Event*>& messages, const uint8_t* data, const uint32_t* words,
             bool aligned) {
    messages_ = &messages;
    data_ = data;
    words_ = words;
    aligned_ = aligned;
    next = message_ = 0;
  }

  Gate gate, lane_gate;

  // Offers a beat of segments before `end`, unless one waits. `may_begin(message)` is asked before a
  // message's first segment: with true, that is on offer.
  template <typename Dut, typename MayBegin>
  void drive(Dut& dut, size_t end, MayBegin may_begin) {
    if (taken_) dut.s_axis_tvalid = 0;
    taken_ = false;
    if (dut.s_axis_tvalid || !gate.open() || next >= end) return;
    count_ = kLanes == 1 ? fill_beat(dut, may_begin) : fill_lanes(dut, end, may_begin);
    dut.s_axis_tvalid = count_ > 0;
  }

  // The handshake as the next clock edge samples it: the number of segments that were taken.
  template <typename Dut>
  size_t sample(const Dut& dut) {
    taken_ = dut.s_axis_tvalid && dut.s_axis_tready;
    if (!taken_) return 0;
    next += count_;
    return count_;
  }

  // Takes an offer back, as only a zeroise or a reset may.
  template <typename Dut>
  void withdraw(Dut& dut) {
    dut.s_axis_tvalid = taken_ = false;
  }

  size_t next = 0;  // the first segment that has not been taken

  // Of the segments that were on offer last.
  const uint8_t* lanes() const { return lanes_; }

 private:
  const Event& message_of(size_t segment) {
    while (segment >= end_of(*(*messages_)[message_])) ++message_;
    return *(*messages_)[message_];
  }

  template <typename Dut, typename MayBegin>
  uint32_t fill_beat(Dut& dut, MayBegin& may_begin) {
    if (next == message_of(next).first && !may_begin(message_)) return 0;
    show(dut, 0, data_ + kLaneBytes * next, words_[next]);
    lanes_[0] = 0;
    return 1;
  }

  template <typename Dut, typename MayBegin>
  uint32_t fill_lanes([[maybe_unused]] Dut& dut, [[maybe_unused]] size_t end,
                      [[maybe_unused]] MayBegin& may_begin) {
    uint32_t count = 0;
    if constexpr (kLanes > 1) {
      show_empty(dut);
      for (uint32_t lane = 0; lane < kLanes && next + count < end; lane++) {
        const size_t segment = next + count;
        const Event& message = message_of(segment);
        if (segment == message.first) {
          if (!message.lane && aligned_ && lane > 0) break;
          if (!lane_gate.open() || (message.lane && message.lane != lane + 1)) continue;
          if (!may_begin(message_)) break;
        } else if (count > 0 && !lane_gate.open()) {
          break;
        }
        show(dut, lane, data_ + kLaneBytes * segment, words_[segment]);
        lanes_[count++] = static_cast<uint8_t>(lane);
      }
    }
    return count;
  }

  const std::vector<const Event*>* messages_ = nullptr;
  const uint8_t* data_ = nullptr;
  const uint32_t* words_ = nullptr;
  bool aligned_ = false, taken_ = false;
  size_t message_ = 0;  // that of the last segment on offer
  uint32_t count_ = 0;  // segments on offer
  uint8_t lanes_[kLanes] = {};
};

}  // namespace seal
