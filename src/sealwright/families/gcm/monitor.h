// SPDX-License-Identifier: Apache-2.0
//
// Watches the output streams of the GCM cores: records what each message gave and checks the rules.
//   streams   payload and valid stable while stalled (except around zeroise_i); nothing without an
//             accepted command; busy_o while a message has no status
//   packets   tkeep contiguous, bytes outside it zero; partial beats only at the end of a section;
//             null beats only at the end of the packet; sections ascending, no IV; the tag exactly
//             when sealing, last and of the length in the command; abort only on a null last beat
//   statuses  in order, pass exactly with cause 0, and in agreement with the packet
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
  explicit Monitor(Bench& bench) : bench_(bench) {}

  void reset() {
    held_beat_.forget();
    held_status_.forget();
    held_answer_.forget();
    gated_ = false;
    begin({}, {});
  }

  // A new run; the streams go on as they are.
  void begin(std::vector<const Event*> messages, std::vector<const Event*> key_loads) {
    messages_ = std::move(messages);
    key_loads_ = std::move(key_loads);
    keys.assign(key_loads_.size(), KeyStamp{kNever, kNever, kNever, 0, {}});
    outcomes.assign(messages_.size(), Outcome{kNever, kNever, kNever, kNever, kNever, kNever});
    out_data.clear();
    out_beats.clear();
    packets = statuses = answers = 0;
    section_ = kIv;
    partial_ = false;
  }

  // The outputs as the next clock edge samples them, after `commands` accepted commands and
  // `accepted` keys. Returns whether anything moved.
  bool sample(const Vtop& dut, size_t commands, size_t accepted) {
    if (statuses < commands && !dut.busy_o) bench_.violation("busy_o low with a message in flight");
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
  std::vector<uint8_t> out_data;
  std::vector<uint32_t> out_beats;
  size_t packets = 0, statuses = 0, answers = 0;

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
    check_beat(beat, data, *messages_[packets]);
    record_beat(beat, data, outcomes[packets]);
    if (beat & kLast) check_end(packets++);
    return true;
  }

  void record_beat(uint32_t beat, const uint8_t* data, Outcome& out) {
    if (out.beats++ == 0) {
      out.first_out = bench_.cycle();
      out.first = static_cast<uint32_t>(out_beats.size());
    }
    out.last_out = bench_.cycle();
    out_beats.push_back(beat);
    out_data.insert(out_data.end(), data, data + 16);
    section_ = section_of(beat);
    out.bytes[section_] += static_cast<uint32_t>(__builtin_popcount(keep_of(beat)));
    partial_ = keep_of(beat) != 0xffff;
    if (!(beat & kLast)) return;
    out.aborted = (beat & kAbort) != 0;
    out.ended = 1;
    section_ = kIv;
    partial_ = false;
  }

  void check_beat(uint32_t beat, const uint8_t* data, const Event& message) {
    const unsigned id = message.id;
    const uint32_t keep = keep_of(beat), section = section_of(beat);
    const uint32_t bytes = static_cast<uint32_t>(__builtin_popcount(keep));
    const bool last = beat & kLast, abort = beat & kAbort;
    if (keep & (keep + 1)) bench_.violation("m_axis: tkeep %04x not contiguous (id %u)", keep, id);
    for (uint32_t i = 0; i < 16; i++) {
      if ((keep >> i) & 1 || data[i] == 0) continue;
      bench_.violation("m_axis: byte %u outside tkeep %04x is not zero (id %u)", i, keep, id);
      break;
    }
    if (keep == 0 && !last) bench_.violation("m_axis: null beat inside a packet (id %u)", id);
    if (abort && (!last || keep != 0)) bench_.violation("m_axis: abort on a data beat (id %u)", id);
    if (abort) return;
    if (section == kIv || section < section_ || (message.op == kCounter && section != kText))
      bench_.violation("m_axis: section %u after %u (op %u, id %u)", section, section_, message.op,
                       id);
    if (partial_ && section == section_)
      bench_.violation("m_axis: partial beat inside section %u (id %u)", section, id);
    if ((section == kTag) != (last && message.op == kSeal))
      bench_.violation("m_axis: tag section misplaced (op %u, tlast %d, id %u)", message.op, last,
                       id);
    else if (section == kTag && bytes != message.tag_len)
      bench_.violation("m_axis: tag of %u bytes instead of %u (id %u)", bytes, message.tag_len, id);
  }

  // Once both the packet and the status of a message are there, they must agree.
  void check_end(size_t m) {
    const Outcome& out = outcomes[m];
    if (!out.ended || out.status == kNever || out.pass != out.aborted) return;
    bench_.violation("id %u: the status %s, but the packet %s", messages_[m]->id,
              out.pass ? "passes" : "fails", out.aborted ? "is aborted" : "is not aborted");
  }

  bool sample_status(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_status_valid, ready = dut.m_status_ready;
    const uint32_t id = dut.m_status_id, cause = dut.m_status_cause, pass = dut.m_status_pass;
    const uint32_t status = id | cause << 16 | pass << 20;
    const char* wrong = held_status_.watch(valid, ready, &status, exempt);
    if (wrong) bench_.violation("m_status: %s", wrong);
    if (valid && statuses >= commands) bench_.violation("m_status: a status without a command");
    if (!valid || !ready || statuses >= commands) return false;
    Outcome& out = outcomes[statuses];
    out.status = bench_.cycle();
    out.pass = static_cast<uint8_t>(pass);
    out.cause = static_cast<uint8_t>(cause > kLastCause ? 0 : cause);
    const uint32_t expected = messages_[statuses]->id;
    if (id != expected) bench_.violation("m_status: id %u instead of %u", id, expected);
    if (cause > kLastCause)
      bench_.violation("m_status: cause %u is unknown (id %u)", cause, expected);
    if ((pass != 0) != (cause == 0))
      bench_.violation("m_status: pass %u with cause %u (id %u)", pass, cause, expected);
    check_end(statuses++);
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
    if (cause > kZeroised) bench_.violation("m_key: cause %u is unknown (slot %u)", cause, slot);
    if (cause == kLoaded && !((dut.slot_ready_o >> slot) & 1)) {
      bench_.violation("m_key: slot %u has its key but is not ready", slot);
    }
    keys[answers].answered = bench_.cycle();
    keys[answers++].cause = static_cast<uint8_t>(cause > kZeroised ? 0 : cause);
    return true;
  }

  Bench& bench_;
  std::vector<const Event*> messages_, key_loads_;  // of the run, in order
  bool gated_ = false;
  Held<20> held_beat_;
  Held<4> held_status_, held_answer_;
  uint32_t section_ = kIv;  // of the packet's last beat, and whether that was partial
  bool partial_ = false;
};

}  // namespace seal
