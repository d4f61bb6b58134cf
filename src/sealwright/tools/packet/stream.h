// SPDX-License-Identifier: Apache-2.0
//
// Geometry of the streams, which a build chooses (sealwright.tools.packet.stream): a beat of s_axis
// and m_axis is kLanes segments side by side, lane 0 in the low bits. Each segment has its tkeep,
// tlast and tuser; the ports are the fields of the lanes joined. With more than one lane, a segment
// without bytes and without tlast is an empty lane. A stream without tkeep has whole segments only.
// s_cmd and m_status have up to kCommands and kStatuses words in a cycle, joined in the same way,
// word 0 the oldest: a valid for each, set from word 0 on, and one ready that takes all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "harness.h"

namespace seal {

constexpr uint32_t kLaneBytes = SEAL_LANE_BYTES, kLanes = SEAL_LANES, kUserBits = SEAL_USER;
constexpr uint32_t kCommands = SEAL_COMMANDS, kStatuses = SEAL_STATUSES, kIdBits = SEAL_ID;
static_assert(kLaneBytes >= 1 && kLaneBytes <= 16 && kLanes >= 1 && kLanes <= 8 && kUserBits <= 8);
static_assert(kCommands >= 1 && kCommands <= 8 && kStatuses >= 1 && kStatuses <= 8 &&
              kIdBits >= 1 && kIdBits <= 16);

// A segment's control word: bits 15:0 tkeep, 23:16 tuser, 24 tlast; in recordings 31:28 its lane.
// The families with sections have them in tuser[1:0], and abort in tuser[2].
constexpr uint32_t kFull = (1u << kLaneBytes) - 1, kUserMask = (1u << kUserBits) - 1;
constexpr uint32_t kAbort = 1u << 18, kLast = 1u << 24, kLaneShift = 28;
inline uint32_t keep_of(uint32_t word) { return word & 0xffff; }
inline uint32_t user_of(uint32_t word) { return (word >> 16) & 0xff; }
inline uint32_t section_of(uint32_t word) { return (word >> 16) & 3; }
inline uint32_t bytes_of(uint32_t word) {
  return static_cast<uint32_t>(__builtin_popcount(keep_of(word)));
}
inline bool is_empty(uint32_t word) { return keep_of(word) == 0 && !(word & kLast); }

// What reports call a lane: nothing if there is but one.
constexpr const char* kLaneNames[] = {kLanes == 1 ? "" : " lane 0", " lane 1", " lane 2", " lane 3",
                                      " lane 4", " lane 5", " lane 6", " lane 7"};

struct Segment {
  uint8_t data[16];  // of which kLaneBytes are used, and the others are zero
  uint32_t word;
};

// The field of a lane, or of a word, in a port that has kBits for each.
template <uint32_t kBits, typename Port>
uint32_t field(const Port& port, uint32_t index) {
  static_assert(kBits < 32);
  const size_t bit = index * kBits;
  uint64_t bytes = 0;
  std::memcpy(&bytes, reinterpret_cast<const uint8_t*>(&port) + bit / 8,
              std::min(sizeof bytes, sizeof port - bit / 8));
  return static_cast<uint32_t>(bytes >> bit % 8) & ((1u << kBits) - 1);
}
template <uint32_t kBits, typename Port>
void set_field(Port& port, uint32_t index, uint32_t value) {
  static_assert(kBits < 32);
  const size_t bit = index * kBits, size = std::min<size_t>(8, sizeof port - bit / 8);
  uint8_t* at = reinterpret_cast<uint8_t*>(&port) + bit / 8;
  uint64_t bytes = 0;
  std::memcpy(&bytes, at, size);
  const uint64_t mask = (1u << kBits) - 1;
  bytes = (bytes & ~(mask << bit % 8)) | (value & mask) << bit % 8;
  std::memcpy(at, &bytes, size);
}
// The same of n whole bytes.
template <typename Port>
void set_bytes(Port& port, uint32_t index, const uint8_t* bytes, size_t n) {
  std::memcpy(reinterpret_cast<uint8_t*>(&port) + index * n, bytes, n);
}

// What m_axis shows in a lane.
template <typename Dut>
Segment shown(const Dut& dut, uint32_t lane) {
  Segment segment{};
  const uint8_t* data = reinterpret_cast<const uint8_t*>(&dut.m_axis_tdata) + lane * kLaneBytes;
  std::memcpy(segment.data, data, kLaneBytes);
  uint32_t keep = kFull, user = 0, last = 0;
  if constexpr (kLanes == 1) {
    if constexpr (requires { dut.m_axis_tkeep; }) keep = dut.m_axis_tkeep;
    user = dut.m_axis_tuser;
    last = dut.m_axis_tlast;
  } else {
    keep = field<kLaneBytes>(dut.m_axis_tkeep, lane);
    user = field<kUserBits>(dut.m_axis_tuser, lane);
    last = field<1>(dut.m_axis_tlast, lane);
  }
  segment.word = keep | user << 16 | (last ? kLast : 0);
  return segment;
}

// Puts a segment on a lane of s_axis.
template <typename Dut>
void show(Dut& dut, uint32_t lane, const uint8_t* data, uint32_t word) {
  const bool last = word & kLast;
  if constexpr (kLanes == 1) {
    put(dut.s_axis_tdata, data, kLaneBytes);
    if constexpr (requires { dut.s_axis_tkeep; }) dut.s_axis_tkeep = keep_of(word);
    dut.s_axis_tuser = user_of(word);
    dut.s_axis_tlast = last;
  } else {
    uint8_t* at = reinterpret_cast<uint8_t*>(&dut.s_axis_tdata) + lane * kLaneBytes;
    std::memcpy(at, data, kLaneBytes);
    set_field<kLaneBytes>(dut.s_axis_tkeep, lane, keep_of(word));
    set_field<kUserBits>(dut.s_axis_tuser, lane, user_of(word));
    set_field<1>(dut.s_axis_tlast, lane, last);
  }
}

// Makes all lanes of s_axis empty; their data and tuser have no meaning, and are not zero.
template <typename Dut>
void show_empty(Dut& dut) {
  static constexpr uint8_t kFiller[16] = {0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5,
                                          0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5};
  std::memset(&dut.s_axis_tdata, 0, sizeof dut.s_axis_tdata);
  std::memset(&dut.s_axis_tkeep, 0, sizeof dut.s_axis_tkeep);
  std::memset(&dut.s_axis_tuser, 0, sizeof dut.s_axis_tuser);
  std::memset(&dut.s_axis_tlast, 0, sizeof dut.s_axis_tlast);
  for (uint32_t lane = 0; lane < kLanes; lane++) show(dut, lane, kFiller, kUserMask << 16);
}

}  // namespace seal
