// SPDX-License-Identifier: Apache-2.0
//
// What a packet harness is given and gives back: little-endian records that
// sealwright.tools.packet packs and unpacks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gate.h"
#include "stream.h"

namespace seal {

enum Kind : uint32_t { kCommand, kKey, kBarrier, kWaitReady, kZeroise };
enum Order : uint32_t { kFree, kDataLeads, kDataLags, kRandomOrder };
enum KeyCause : uint32_t {  // m_key_cause
  kLoaded, kBadSize, kBadSlot, kBadBeats, kZeroised, kBadUnit, kEqual, kUnusable
};

// Fields that every core has. Those of its own are in records of its family, one for each command
// and one for each key.
struct Event {
  uint32_t kind;
  uint32_t ordinal;   // number of the command or key load within the run
  uint32_t first;     // command: its first input segment
  uint32_t beats;     // command: how many
  uint32_t statuses;  // command: how many, unless one has a cause
  uint32_t amount;    // zeroise: accepted segments, or cycles, from here to the pulse; in cores
                      // without commands: how many events of the other stream come first
  uint32_t pulse;     // zeroise: cycles
  uint16_t id;
  uint8_t op, slot, size;
  uint8_t flag;       // key: do not wait for it; zeroise: amount in cycles
  uint8_t lane;       // command: the lane of its first segment and one; 0: any
  uint8_t unused;
};

inline size_t end_of(const Event& command) { return size_t{command.first} + command.beats; }

// A pulse of zeroise_i that is due.
struct Pulse {
  uint64_t target;  // cycle, or number of accepted segments
  uint32_t length;
  bool in_cycles;
};

struct Traffic {
  uint64_t seed;
  uint32_t cmd_idle, axis_idle, key_idle, lane_idle, axis_stall, status_stall, key_stall;  // of 256
  uint32_t burst, order, gap, aligned, watchdog;
  uint32_t cut, unused;  // the run is cut off after so many cycles, if not 0
};

struct Outcome {
  uint64_t command;                  // cycle
  uint32_t first, beats;             // in the arrays of the output
  uint32_t first_status, statuses;   // in the array of statuses
  uint32_t bytes[4];                 // of each section
  uint8_t ended, aborted, answered;  // the packet; the last status
  uint8_t failed, unused[4];         // the last status
};

struct Status {
  uint64_t cycle;
  uint8_t pass, last, cause, unused[5];
};

struct KeyStamp {
  uint64_t offered, accepted, ready, answered;  // cycles
  uint8_t cause, unused[7];
};

static_assert(sizeof(Event) == 36 && sizeof(Traffic) == 64 && sizeof(Outcome) == 48 &&
              sizeof(Status) == 16 && sizeof(KeyStamp) == 40);

// What came out in a run, and when beats went in.
struct Recording {
  std::vector<Outcome> outcomes;
  std::vector<KeyStamp> keys;
  std::vector<Status> statuses;
  std::vector<uint8_t> data;
  std::vector<uint32_t> beats;
  std::vector<uint64_t> cycles_out, cycles_in;  // of each segment
  // In cores that take commands: of each segment; cycles in which the output offered a beat in vain.
  std::vector<uint8_t> lanes_in;
  std::vector<uint64_t> held;

  void clear() {
    outcomes.clear();
    keys.clear();
    statuses.clear();
    data.clear();
    beats.clear();
    cycles_out.clear();
    cycles_in.clear();
    lanes_in.clear();
    held.clear();
  }

  // One more segment of the packet that a command gives.
  void add(Outcome& out, uint64_t cycle, const Segment& segment, uint32_t lane) {
    const uint32_t word = segment.word;
    if (out.beats++ == 0) out.first = static_cast<uint32_t>(beats.size());
    out.bytes[section_of(word)] += bytes_of(word);
    beats.push_back(word | lane << kLaneShift);
    cycles_out.push_back(cycle);
    data.insert(data.end(), segment.data, segment.data + kLaneBytes);
  }
};

// A cause as it is recorded: 0 if it has no meaning.
inline uint8_t known_cause(uint32_t cause, uint32_t last) {
  return static_cast<uint8_t>(cause > last ? 0 : cause);
}

// How a command and its first beat wait for each other: who, and for how many cycles.
inline std::pair<uint32_t, uint32_t> order_of(const Traffic& traffic, uint64_t command) {
  if (traffic.order != kRandomOrder) return {traffic.order, traffic.gap};
  uint64_t state = traffic.seed * 2 + 1 + 0x9e3779b97f4a7c16ull * (command + 1);
  draw(state);
  const uint64_t value = draw(state) >> 16;
  return {value % 3, static_cast<uint32_t>(value >> 16) % (traffic.gap + 1)};
}

}  // namespace seal
