// SPDX-License-Identifier: Apache-2.0
//
// Watches the output streams of the sector engines: records what each command gave and checks the
// rules.
//   streams   payload and valid stable while stalled (except around zeroise_i); nothing without an
//             accepted command; busy_o while a command has no status
//   packets   one per command; tkeep contiguous, bytes outside it zero; section text; a null beat
//             only with abort, abort only on a null last beat
//   statuses  in order; one per command, or one per data unit up to the first with a cause; pass
//             exactly with cause 0, last exactly on the last one; in agreement with the packet
//   keys      each accepted key answered exactly once, in order, with its slot and a known cause;
//             a slot whose key was loaded is ready
#pragma once

#include <cstring>
#include <vector>

#include "harness.h"
#include "traffic.h"

namespace seal {

class Monitor {
 public:
  Monitor(Bench& bench, bool unit_status) : bench_(bench), unit_status_(unit_status) {}

  void reset() {
    held_beat_.forget();
    held_status_.forget();
    held_answer_.forget();
    gated_ = false;
    begin({}, {});
  }

  // A new run; the streams go on as they are.
  void begin(std::vector<const Event*> commands, std::vector<const Event*> key_loads) {
    commands_ = std::move(commands);
    key_loads_ = std::move(key_loads);
    keys.assign(key_loads_.size(), KeyStamp{kNever, kNever, kNever, kNever, 0, {}});
    outcomes.assign(commands_.size(), Outcome{kNever});
    out_data.clear();
    out_beats.clear();
    out_cycles.clear();
    statuses.clear();
    packets = answered = answers = 0;
  }

  // The outputs as the next clock edge samples them, after `commands` accepted commands and
  // `accepted` keys. Returns whether anything moved.
  bool sample(const Vtop& dut, size_t commands, size_t accepted) {
    if (answered < commands && !dut.busy_o) bench_.violation("busy_o low with a command in flight");
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

  std::vector<Outcome> outcomes;
  std::vector<KeyStamp> keys;
  std::vector<Status> statuses;
  std::vector<uint8_t> out_data;
  std::vector<uint32_t> out_beats;
  std::vector<uint64_t> out_cycles;
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
    check_beat(beat, data, commands_[packets]->id);
    Outcome& out = outcomes[packets];
    if (out.beats++ == 0) out.first = static_cast<uint32_t>(out_beats.size());
    out_beats.push_back(beat);
    out_cycles.push_back(bench_.cycle());
    out_data.insert(out_data.end(), data, data + 16);
    if (beat & kLast) {
      out.ended = 1;
      out.aborted = (beat & kAbort) != 0;
      check_end(packets++);
    }
    return true;
  }

  void check_beat(uint32_t beat, const uint8_t* data, unsigned id) {
    const uint32_t keep = keep_of(beat);
    const bool last = beat & kLast, abort = beat & kAbort;
    if (keep & (keep + 1)) bench_.violation("m_axis: tkeep %04x not contiguous (id %u)", keep, id);
    for (uint32_t i = 0; i < 16; i++) {
      if ((keep >> i) & 1 || data[i] == 0) continue;
      bench_.violation("m_axis: byte %u outside tkeep %04x is not zero (id %u)", i, keep, id);
      break;
    }
    if (section_of(beat) != kText)
      bench_.violation("m_axis: section %u (id %u)", section_of(beat), id);
    if (keep == 0 && !abort) bench_.violation("m_axis: null beat without abort (id %u)", id);
    if (abort && (!last || keep != 0)) bench_.violation("m_axis: abort on a data beat (id %u)", id);
  }

  // Once both the packet and the last status of a command are there, they must agree.
  void check_end(size_t m) {
    const Outcome& out = outcomes[m];
    if (!out.ended || !out.answered || out.failed == out.aborted) return;
    bench_.violation("id %u: the status %s, but the packet %s", commands_[m]->id,
                     out.failed ? "has a cause" : "passes",
                     out.aborted ? "is aborted" : "is not aborted");
  }

  bool sample_status(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_status_valid, ready = dut.m_status_ready;
    const uint32_t id = dut.m_status_id, cause = dut.m_status_cause, pass = dut.m_status_pass;
    const uint32_t last = dut.m_status_last;
    const uint32_t status = id | cause << 16 | pass << 20 | last << 21;
    const char* wrong = held_status_.watch(valid, ready, &status, exempt);
    if (wrong) bench_.violation("m_status: %s", wrong);
    if (valid && answered >= commands) bench_.violation("m_status: a status without a command");
    if (!valid || !ready || answered >= commands) return false;
    const Event& command = *commands_[answered];
    Outcome& out = outcomes[answered];
    if (out.statuses++ == 0) out.first_status = static_cast<uint32_t>(statuses.size());
    statuses.push_back({bench_.cycle(), static_cast<uint8_t>(pass), static_cast<uint8_t>(last),
                        static_cast<uint8_t>(cause > kLastCause ? 0 : cause), {}});
    if (id != command.id) bench_.violation("m_status: id %u instead of %u", id, command.id);
    if (cause > kLastCause)
      bench_.violation("m_status: cause %u is unknown (id %u)", cause, command.id);
    if ((pass != 0) != (cause == 0))
      bench_.violation("m_status: pass %u with cause %u (id %u)", pass, cause, command.id);
    const bool ends = !unit_status_ || cause != 0 || out.statuses >= command.count;
    if ((last != 0) != ends)
      bench_.violation("m_status: last %u on status %u of %u, cause %u (id %u)", last,
                       out.statuses, unit_status_ ? command.count : 1, cause, command.id);
    if (!ends) return true;
    out.answered = 1;
    out.failed = cause != 0;
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
    if (cause > kLastKeyCause)
      bench_.violation("m_key: cause %u is unknown (slot %u)", cause, slot);
    if (cause == kLoaded && !((dut.slot_ready_o >> slot) & 1)) {
      bench_.violation("m_key: slot %u has its key but is not ready", slot);
    }
    keys[answers].answered = bench_.cycle();
    keys[answers++].cause = static_cast<uint8_t>(cause);
    return true;
  }

  Bench& bench_;
  bool unit_status_;
  std::vector<const Event*> commands_, key_loads_;  // of the run, in order
  bool gated_ = false;
  Held<20> held_beat_;
  Held<4> held_status_, held_answer_;
};

}  // namespace seal
