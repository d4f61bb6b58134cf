// SPDX-License-Identifier: Apache-2.0
//
// The packet harness of seal_loop: a command has no fields of its own, a key has its fault.
#include "packet/player.h"

namespace seal {

struct Loop {
  static constexpr const char* kCommandName = "message";
  static constexpr uint32_t kLastCause = 0, kLastKeyCause = kLoaded, kSlotsFall = 0;

  struct Command {
    uint8_t unused;
    void offer(Vtop&, uint32_t) const {}
  };

  struct Key {
    uint8_t fault;
    void offer(Vtop& dut) const { put(dut.s_key_data, &fault, 1); }
  };

  struct PacketRules {
    void check(Bench& bench, uint32_t word, const Event& event, const Command&) {
      if (keep_of(word) == 0 && !(word & kLast))
        bench.violation("m_axis: null beat inside a packet (id %u)", unsigned{event.id});
    }
  };

  static bool last(const Vtop&, uint32_t) { return true; }
};

}  // namespace seal

extern "C" seal::PacketBench* seal_create(uint32_t seed) {
  return new seal::Player<seal::Loop>(seed);
}
