// SPDX-License-Identifier: Apache-2.0
//
// The packet harness (tools/packet) of the GCM cores: what is their own.
//   packets   partial beats only at the end of a section; null beats only at the end of the packet;
//             sections ascending, no IV; the tag exactly when sealing, last and of the length in
//             the command
#include "packet/player.h"

namespace seal {

enum Op : uint8_t { kSeal, kOpen, kCounter };
enum Section : uint32_t { kIv, kAad, kText, kTag };

struct Gcm {
  static constexpr const char* kCommandName = "message";
  static constexpr uint32_t kLastCause = 13, kLastKeyCause = kZeroised, kSlotsFall = 3;

  struct Command {
    uint8_t iv[24], iv_in_data, tag_len;

    void offer(Vtop& dut, uint32_t word) const {
      set_bytes(dut.s_cmd_iv, word, iv, sizeof dut.s_cmd_iv / kCommands);
      set_in_data(dut, word);
      set_field<5>(dut.s_cmd_tag_len, word, tag_len);
    }

    // A core may take IVs in commands alone.
    template <class Top>
    void set_in_data(Top& dut, uint32_t word) const {
      if constexpr (requires { dut.s_cmd_iv_in_data; })
        set_field<1>(dut.s_cmd_iv_in_data, word, iv_in_data);
    }
  };

  struct Key {
    uint8_t data[32], min_tag, short_tags;

    void offer(Vtop& dut) const {
      put(dut.s_key_data, data, sizeof data);
      dut.s_key_min_tag = min_tag;
      dut.s_key_short_tags = short_tags;
    }
  };

  static_assert(sizeof(Command) == 26 && sizeof(Key) == 34);

  class PacketRules {
   public:
    void check(Bench& bench, uint32_t word, const Event& event, const Command& command) {
      const bool last = word & kLast;
      if (keep_of(word) == 0 && !last)
        bench.violation("m_axis: null beat inside a packet (id %u)", event.id);
      if (!(word & kAbort)) check_section(bench, word, event, command.tag_len);
      section_ = last ? kIv : section_of(word);
      partial_ = !last && keep_of(word) != kFull;
      if (last) tag_bytes_ = 0;
    }

   private:
    void check_section(Bench& bench, uint32_t word, const Event& event, uint32_t tag_len) {
      const uint32_t section = section_of(word);
      const unsigned id = event.id, op = event.op;
      const bool last = word & kLast, tag = section == kTag;
      if (section == kIv || section < section_ || (op == kCounter && section != kText))
        bench.violation("m_axis: section %u after %u (op %u, id %u)", section, section_, op, id);
      if (partial_ && section == section_)
        bench.violation("m_axis: partial beat inside section %u (id %u)", section, id);
      if (tag) tag_bytes_ += bytes_of(word);
      if ((tag && op != kSeal) || (!tag && last && op == kSeal))
        bench.violation("m_axis: tag section misplaced (op %u, tlast %d, id %u)", op, last, id);
      else if (tag && last && tag_bytes_ != tag_len)
        bench.violation("m_axis: tag of %u bytes instead of %u (id %u)", tag_bytes_, tag_len, id);
    }

    uint32_t section_ = kIv;  // of the packet's last segment, and whether that was partial
    bool partial_ = false;
    uint32_t tag_bytes_ = 0;
  };

  static bool last(const Vtop&, uint32_t) { return true; }
};

}  // namespace seal

extern "C" seal::PacketBench* seal_create(uint32_t seed) {
  return new seal::Player<seal::Gcm>(seed);
}
