// SPDX-License-Identifier: Apache-2.0
//
// What sealwright.tools.packet.sim calls: a bench that plays events and keeps what was recorded. The
// harness of a family defines seal_create, which makes one.
#pragma once

#include "harness.h"
#include "records.h"

namespace seal {

// What a run is given; fields of commands and keys are records of the family.
struct Run {
  const Event* events;
  uint32_t count;
  const uint8_t* data;    // of the input segments, as many bytes for each as a lane has
  const uint32_t* beats;  // their control words
  const void *commands, *keys;
};

class PacketBench : public Bench {
 public:
  using Bench::Bench;

  // Returns the number of violations; `report` has their text.
  virtual uint32_t run(const Run& run, const Traffic& traffic) = 0;

  Recording recorded;

 protected:
  // Whether a run may go on: nothing is wrong, and it shall not be cut off now.
  bool goes_on(const Traffic& traffic) {
    return sane(traffic.watchdog) && !(traffic.cut && cycle_ - cycles[0] >= traffic.cut);
  }
};

}  // namespace seal

extern "C" {

uint32_t seal_run(seal::PacketBench* bench, const seal::Event* events, uint32_t count,
                  const uint8_t* data, const uint32_t* beats, const void* commands,
                  const void* keys, const seal::Traffic* traffic) {
  return bench->run({events, count, data, beats, commands, keys}, *traffic);
}

// Views of the last run's results, valid until the next one.
const void* seal_outcomes(seal::PacketBench* bench) { return bench->recorded.outcomes.data(); }
const void* seal_keys(seal::PacketBench* bench) { return bench->recorded.keys.data(); }
const void* seal_statuses(seal::PacketBench* bench) { return bench->recorded.statuses.data(); }
uint64_t seal_status_count(seal::PacketBench* bench) { return bench->recorded.statuses.size(); }
const void* seal_data(seal::PacketBench* bench) { return bench->recorded.data.data(); }
const void* seal_beats(seal::PacketBench* bench) { return bench->recorded.beats.data(); }
const void* seal_cycles_out(seal::PacketBench* bench) { return bench->recorded.cycles_out.data(); }
uint64_t seal_out_count(seal::PacketBench* bench) { return bench->recorded.beats.size(); }
const void* seal_cycles_in(seal::PacketBench* bench) { return bench->recorded.cycles_in.data(); }
uint64_t seal_in_count(seal::PacketBench* bench) { return bench->recorded.cycles_in.size(); }
const void* seal_lanes_in(seal::PacketBench* bench) { return bench->recorded.lanes_in.data(); }
uint64_t seal_lane_count(seal::PacketBench* bench) { return bench->recorded.lanes_in.size(); }
const void* seal_held(seal::PacketBench* bench) { return bench->recorded.held.data(); }
uint64_t seal_held_count(seal::PacketBench* bench) { return bench->recorded.held.size(); }
}
