// SPDX-License-Identifier: Apache-2.0
//
// What the GCM harness is given and gives back: little-endian records that
// sealwright.families.gcm.sim packs and unpacks, and the random gates that let a stream move or
// rest.
#pragma once

#include <cstdint>
#include <utility>

#include "gate.h"

namespace seal {

enum Kind : uint32_t { kMessage, kKey, kBarrier, kWaitReady, kZeroise };
enum Op : uint8_t { kSeal, kOpen, kCounter };
enum Section : uint32_t { kIv, kAad, kText, kTag };
enum Order : uint32_t { kFree, kDataLeads, kDataLags, kRandomOrder };

constexpr uint32_t kLastCause = 13;  // of m_status_cause
enum KeyCause : uint32_t {  // m_key_cause; the last three are of other engines
  kLoaded, kBadSize, kBadSlot, kBadBeats, kZeroised, kBadUnit, kEqual, kUnusable
};

struct Event {
  uint32_t kind;
  uint32_t ordinal;  // number of the message or key load within the run
  uint32_t first;    // message: its first input beat
  uint32_t beats;    // message: how many
  uint32_t amount;   // zeroise: accepted beats, or cycles, from here to the pulse
  uint32_t pulse;    // zeroise: cycles
  uint16_t id;
  uint8_t op, slot, size;
  uint8_t tag_len;   // message: of the tag; key: the shortest tag allowed
  uint8_t flag;      // message: IV in data; key: do not wait for it; zeroise: amount in cycles
  uint8_t unused;
  uint8_t data[32];  // message: IV; key: key
};

// A pulse of zeroise_i that is due.
struct Pulse {
  uint64_t target;  // cycle, or number of accepted beats
  uint32_t length;
  bool in_cycles;
};

struct Traffic {
  uint64_t seed;
  uint32_t cmd_idle, axis_idle, key_idle, axis_stall, status_stall, key_stall;  // of 256
  uint32_t burst, order, gap, watchdog;
};

struct Outcome {
  uint64_t command, first_in, last_in, first_out, last_out, status;  // cycles
  uint32_t first, beats;                                             // in the output arrays
  uint32_t bytes[4];                                                 // of each section
  uint8_t pass, cause, aborted, ended, unused[4];
};

struct KeyStamp {
  uint64_t accepted, ready, answered;  // cycles
  uint8_t cause, unused[7];
};

static_assert(sizeof(Event) == 64 && sizeof(Traffic) == 48 && sizeof(Outcome) == 80 &&
              sizeof(KeyStamp) == 32);

// A beat's control word: bits 15:0 tkeep, 17:16 section, 18 abort, 19 tlast.
constexpr uint32_t kAbort = 1u << 18, kLast = 1u << 19;
inline uint32_t keep_of(uint32_t beat) { return beat & 0xffff; }
inline uint32_t section_of(uint32_t beat) { return (beat >> 16) & 3; }

// How a message's command and first beat wait for each other: who, and for how many cycles.
inline std::pair<uint32_t, uint32_t> order_of(const Traffic& traffic, uint64_t message) {
  if (traffic.order != kRandomOrder) return {traffic.order, traffic.gap};
  uint64_t state = traffic.seed * 2 + 1 + 0x9e3779b97f4a7c16ull * (message + 1);
  draw(state);
  const uint64_t value = draw(state) >> 16;
  return {value % 3, static_cast<uint32_t>(value >> 16) % (traffic.gap + 1)};
}

}  // namespace seal
