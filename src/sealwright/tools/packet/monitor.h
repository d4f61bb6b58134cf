// SPDX-License-Identifier: Apache-2.0
//
// Watches the output streams of a core: records what each command gave and checks the rules.
//   streams   payload and valid stable while stalled (except around zeroise_i); nothing without an
//             accepted command; busy_o while a command has no status
//   packets   one per command; tkeep contiguous, bytes outside it zero; abort only on a null last
//             beat; and the rules of the family
//   statuses  in order; as many as the command wants, or up to the first with a cause; pass exactly
//             with cause 0, last exactly on the last one; in agreement with the packet
//   keys      each accepted key answered exactly once, in order, with its slot and a known cause;
//             a slot whose key was loaded is ready
#pragma once

#include <cstring>
#include <vector>

#include "harness.h"
#include "records.h"

namespace seal {

template <typename Family>
class Monitor {
 public:
  Monitor(Bench& bench, Recording& recorded) : bench_(bench), out_(recorded) {}

  void reset() {
    held_beat_.forget();
    held_status_.forget();
    held_answer_.forget();
    gated_ = false;
    begin({}, {}, nullptr);
  }

  // A new run, with the records that the family has of its commands; the streams go on as they are.
  void begin(std::vector<const Event*> commands, std::vector<const Event*> key_loads,
             const typename Family::Command* fields) {
    commands_ = std::move(commands);
    key_loads_ = std::move(key_loads);
    fields_ = fields;
    out_.statuses.clear();
    out_.data.clear();
    out_.beats.clear();
    out_.cycles_out.clear();
    out_.cycles_in.clear();
    out_.keys.assign(key_loads_.size(), KeyStamp{kNever, kNever, kNever, kNever, 0, {}});
    out_.outcomes.assign(commands_.size(), Outcome{kNever});
    packets = answered = answers = 0;
    rules_ = {};
  }

  // The outputs as the next clock edge samples them, after `commands` accepted commands and
  // `accepted` keys. Returns whether anything moved.
  bool sample(const Vtop& dut, size_t commands, size_t accepted) {
    if (answered < commands && !dut.busy_o) {
      bench_.violation("busy_o low with a %s in flight", Family::kCommandName);
    }
    if (answers < accepted && !dut.busy_o) {
      bench_.violation("busy_o low with a key that has no answer");
    }
    const bool zeroise = dut.zeroise_i;
    const bool exempt = zeroise || gated_;
    gated_ = zeroise;
    const bool beat_moved = sample_beat(dut, commands, exempt);
    const bool answer_moved = sample_answer(dut, accepted, exempt);
    return sample_status(dut, commands, exempt) || beat_moved || answer_moved;
  }

  size_t packets = 0, answered = 0, answers = 0;  // that have ended

 private:
  bool sample_beat(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_axis_tvalid, ready = dut.m_axis_tready;
    const uint32_t beat = dut.m_axis_tkeep | uint32_t{dut.m_axis_tuser} << 16 |
                          (dut.m_axis_tlast ? kLast : 0);
    uint8_t data[20];
    get(dut.m_axis_tdata, data, 16);
    std::memcpy(data + 16, &beat, 4);
    const char* wrong = held_beat_.watch(valid, ready, data, exempt);
    if (wrong) bench_.violation("m_axis: %s", wrong);
    if (valid && packets >= commands) bench_.violation("m_axis: a beat without a command");
    if (!valid || !ready || packets >= commands) return false;
    check_beat(beat, data);
    record_beat(beat, data);
    if (beat & kLast) check_end(packets++);
    return true;
  }

  void check_beat(uint32_t beat, const uint8_t* data) {
    const Event& command = *commands_[packets];
    const unsigned id = command.id;
    const uint32_t keep = keep_of(beat);
    if (keep & (keep + 1)) bench_.violation("m_axis: tkeep %04x not contiguous (id %u)", keep, id);
    for (uint32_t i = 0; i < 16; i++) {
      if ((keep >> i) & 1 || data[i] == 0) continue;
      bench_.violation("m_axis: byte %u outside tkeep %04x is not zero (id %u)", i, keep, id);
      break;
    }
    rules_.check(bench_, beat, command, fields_[packets]);
    if ((beat & kAbort) && (!(beat & kLast) || keep != 0)) {
      bench_.violation("m_axis: abort on a data beat (id %u)", id);
    }
  }

  void record_beat(uint32_t beat, const uint8_t* data) {
    Outcome& out = out_.outcomes[packets];
    if (out.beats++ == 0) out.first = static_cast<uint32_t>(out_.beats.size());
    out.bytes[section_of(beat)] += bytes_of(beat);
    out_.beats.push_back(beat);
    out_.cycles_out.push_back(bench_.cycle());
    out_.data.insert(out_.data.end(), data, data + 16);
    if (!(beat & kLast)) return;
    out.ended = 1;
    out.aborted = (beat & kAbort) != 0;
  }

  // Once both the packet and the last status of a command are there, they must agree.
  void check_end(size_t m) {
    const Outcome& out = out_.outcomes[m];
    if (!out.ended || !out.answered || out.failed == out.aborted) return;
    bench_.violation("id %u: the status %s, but the packet %s", commands_[m]->id,
                     out.failed ? "fails" : "passes",
                     out.aborted ? "is aborted" : "is not aborted");
  }

  bool sample_status(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_status_valid, ready = dut.m_status_ready;
    const uint32_t id = dut.m_status_id, cause = dut.m_status_cause, pass = dut.m_status_pass;
    const uint32_t last = Family::last(dut);
    const uint32_t status = id | cause << 16 | pass << 20 | last << 21;
    const char* wrong = held_status_.watch(valid, ready, &status, exempt);
    if (wrong) bench_.violation("m_status: %s", wrong);
    if (valid && answered >= commands) bench_.violation("m_status: a status without a command");
    if (!valid || !ready || answered >= commands) return false;
    const Event& command = *commands_[answered];
    Outcome& out = out_.outcomes[answered];
    if (out.statuses++ == 0) out.first_status = static_cast<uint32_t>(out_.statuses.size());
    out_.statuses.push_back({bench_.cycle(), static_cast<uint8_t>(pass), static_cast<uint8_t>(last),
                             known(cause, Family::kLastCause), {}});
    if (id != command.id) bench_.violation("m_status: id %u instead of %u", id, command.id);
    if (cause > Family::kLastCause)
      bench_.violation("m_status: cause %u is unknown (id %u)", cause, command.id);
    if ((pass != 0) != (cause == 0))
      bench_.violation("m_status: pass %u with cause %u (id %u)", pass, cause, command.id);
    const bool ends = cause != 0 || out.statuses >= command.statuses;
    if ((last != 0) != ends)
      bench_.violation("m_status: last %u on status %u of %u, cause %u (id %u)", last,
                       out.statuses, command.statuses, cause, command.id);
    if (!ends) return true;
    out.answered = 1;
    out.failed = pass == 0;
    check_end(answered++);
    return true;
  }

  bool sample_answer(const Vtop& dut, size_t accepted, bool exempt) {
    const bool valid = dut.m_key_valid, ready = dut.m_key_ready;
    const uint32_t slot = dut.m_key_slot, cause = dut.m_key_cause, answer = slot | cause << 4;
    if (valid && dut.zeroise_i) bench_.violation("m_key: valid while zeroise_i is high");
    const char* wrong = held_answer_.watch(valid, ready, &answer, exempt);
    if (wrong) bench_.violation("m_key: %s", wrong);
    if (valid && answers >= accepted) bench_.violation("m_key: an answer to no key");
    if (!valid || !ready || answers >= accepted) return false;
    const uint32_t expected = key_loads_[answers]->slot;
    if (slot != expected) bench_.violation("m_key: slot %u instead of %u", slot, expected);
    if (cause > Family::kLastKeyCause)
      bench_.violation("m_key: cause %u is unknown (slot %u)", cause, slot);
    if (cause == kLoaded && !((dut.slot_ready_o >> slot) & 1)) {
      bench_.violation("m_key: slot %u has its key but is not ready", slot);
    }
    KeyStamp& key = out_.keys[answers++];
    key.answered = bench_.cycle();
    key.cause = known(cause, Family::kLastKeyCause);
    return true;
  }

  // A cause as it is recorded: 0 if it has no meaning.
  static uint8_t known(uint32_t cause, uint32_t last) {
    return static_cast<uint8_t>(cause > last ? 0 : cause);
  }

  Bench& bench_;
  Recording& out_;
  std::vector<const Event*> commands_, key_loads_;  // of the run, in order
  const typename Family::Command* fields_ = nullptr;
  typename Family::PacketRules rules_;
  bool gated_ = false;
  Held<20> held_beat_;
  Held<4> held_status_, held_answer_;
};

}  // namespace seal
