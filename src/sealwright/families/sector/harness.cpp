// SPDX-License-Identifier: Apache-2.0
//
// The packet harness (tools/packet) of the sector engines: what is their own.
//   packets   section text; a null beat only with abort
//   statuses  one per command, or one per data unit up to the first with a cause
#include "packet/player.h"

namespace seal {

struct Sector {
  static constexpr const char* kCommandName = "command";
  static constexpr uint32_t kLastCause = 12, kLastKeyCause = kUnusable, kSlotsFall = 3;

  struct Command {
    uint8_t number[16];  // of the first data unit
    uint32_t count;      // data units
    uint8_t tweak_in_data, unused[3];

    void offer(Vtop& dut, uint32_t word) const {
      set_bytes(dut.s_cmd_unit, word, number, sizeof number);
      set_bytes(dut.s_cmd_count, word, reinterpret_cast<const uint8_t*>(&count), sizeof count);
      set_field<1>(dut.s_cmd_tweak_in_data, word, tweak_in_data);
    }
  };

  struct Key {
    uint8_t data[80];
    uint16_t unit;  // bytes of a data unit

    void offer(Vtop& dut) const {
      put(dut.s_key_data, data, sizeof data);
      dut.s_key_unit = unit;
    }
  };

  static_assert(sizeof(Command) == 24 && sizeof(Key) == 82);

  struct PacketRules {
    void check(Bench& bench, uint32_t word, const Event& event, const Command&) {
      const unsigned id = event.id;
      constexpr uint32_t kText = 2;
      if (section_of(word) != kText)
        bench.violation("m_axis: section %u (id %u)", section_of(word), id);
      if (keep_of(word) == 0 && !(word & kAbort))
        bench.violation("m_axis: null beat without abort (id %u)", id);
    }
  };

  static bool last(const Vtop& dut, uint32_t word) { return field<1>(dut.m_status_last, word); }
};

}  // namespace seal

extern "C" seal::PacketBench* seal_create(uint32_t seed) {
  return new seal::Player<seal::Sector>(seed);
}
