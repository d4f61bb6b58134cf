// SPDX-License-Identifier: Apache-2.0
//
// Watches the output streams of the GCM cores: records what each message gave and checks the rules.
//   streams   payload and valid stable while stalled (except around zeroise_i); nothing without an
//             accepted command; busy_o while a message has no status
//   packets   tkeep contiguous, bytes outside it zero; partial beats only at the end of a section;
//             null beats only at the end of the packet; sections ascending, no IV; the tag exactly
//             when sealing, last and of the length asked for; abort only on a null last beat
//   statuses  in order, pass exactly with cause 0, and in agreement with the packet
#pragma once

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "Vtop.h"
#include "traffic.h"

namespace seal {

class Monitor {
 public:
  explicit Monitor(const uint64_t& cycle) : cycle_(cycle) {}

  void reset() {
    beat_stalled_ = status_stalled_ = gated_ = false;
    begin({});
  }

  // A new run; the streams go on as they are.
  void begin(std::vector<const Event*> messages) {
    messages_ = std::move(messages);
    outcomes.assign(messages_.size(), Outcome{kNever, kNever, kNever, kNever, kNever, kNever});
    out_data.clear();
    out_beats.clear();
    report.clear();
    violations = 0;
    packets = statuses = 0;
    section_ = kIv;
    partial_ = false;
  }

  // The outputs as the next clock edge sees them, after `commands` accepted commands. Returns
  // whether anything moved.
  bool sample(const Vtop& dut, size_t commands) {
    if (statuses < commands && !dut.busy_o) violation("busy_o low with a message in flight");
    const bool zeroise = dut.zeroise_i;
    const bool exempt = zeroise || gated_;
    gated_ = zeroise;
    const bool beat_moved = sample_beat(dut, commands, exempt);
    return sample_status(dut, commands, exempt) || beat_moved;
  }

  void violation(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report += "cycle " + std::to_string(cycle_) + ": " + text + "\n";
    ++violations;
  }

  std::vector<Outcome> outcomes;
  std::vector<uint8_t> out_data;
  std::vector<uint32_t> out_beats;
  std::string report;  // one line per violation
  size_t violations = 0, packets = 0, statuses = 0;

 private:
  bool sample_beat(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_axis_tvalid, ready = dut.m_axis_tready;
    const uint32_t beat = dut.m_axis_tkeep | uint32_t{dut.m_axis_tuser} << 16 |
                          (dut.m_axis_tlast ? kLast : 0);
    uint8_t data[16];
    std::memcpy(data, dut.m_axis_tdata.data(), 16);
    if (beat_stalled_ && !exempt) {
      if (!valid)
        violation("m_axis: tvalid fell while stalled");
      else if (beat != held_beat_ || std::memcmp(data, held_data_, 16) != 0)
        violation("m_axis: payload changed while stalled");
    }
    beat_stalled_ = valid && !ready;
    held_beat_ = beat;
    std::memcpy(held_data_, data, 16);
    if (valid && packets >= commands) violation("m_axis: a beat without a command");
    if (!valid || !ready || packets >= commands) return false;
    check_beat(beat, data, *messages_[packets]);
    record_beat(beat, data, outcomes[packets]);
    if (beat & kLast) check_end(packets++);
    return true;
  }

  void record_beat(uint32_t beat, const uint8_t* data, Outcome& out) {
    if (out.beats++ == 0) {
      out.first_out = cycle_;
      out.first = static_cast<uint32_t>(out_beats.size());
    }
    out.last_out = cycle_;
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
    if (keep & (keep + 1)) violation("m_axis: tkeep %04x not contiguous (id %u)", keep, id);
    for (uint32_t i = 0; i < 16; i++) {
      if ((keep >> i) & 1 || data[i] == 0) continue;
      violation("m_axis: byte %u outside tkeep %04x is not zero (id %u)", i, keep, id);
      break;
    }
    if (keep == 0 && !last) violation("m_axis: null beat inside a packet (id %u)", id);
    if (abort && (!last || keep != 0)) violation("m_axis: abort on a data beat (id %u)", id);
    if (abort) return;
    if (section == kIv || section < section_ || (message.op == kCounter && section != kText))
      violation("m_axis: section %u after %u (op %u, id %u)", section, section_, message.op, id);
    if (partial_ && section == section_)
      violation("m_axis: partial beat inside section %u (id %u)", section, id);
    if ((section == kTag) != (last && message.op == kSeal))
      violation("m_axis: tag section misplaced (op %u, tlast %d, id %u)", message.op, last, id);
    else if (section == kTag && bytes != message.tag_len)
      violation("m_axis: tag of %u bytes instead of %u (id %u)", bytes, message.tag_len, id);
  }

  // Once both the packet and the status of a message are there, they must agree.
  void check_end(size_t m) {
    const Outcome& out = outcomes[m];
    if (!out.ended || out.status == kNever || out.pass != out.aborted) return;
    violation("id %u: the status %s, but the packet %s", messages_[m]->id,
              out.pass ? "passes" : "fails", out.aborted ? "is aborted" : "is not aborted");
  }

  bool sample_status(const Vtop& dut, size_t commands, bool exempt) {
    const bool valid = dut.m_status_valid, ready = dut.m_status_ready;
    const uint32_t id = dut.m_status_id, cause = dut.m_status_cause, pass = dut.m_status_pass;
    const uint32_t status = id | cause << 16 | pass << 20;
    if (status_stalled_ && !exempt) {
      if (!valid)
        violation("m_status: valid fell while stalled");
      else if (status != held_status_)
        violation("m_status: payload changed while stalled");
    }
    status_stalled_ = valid && !ready;
    held_status_ = status;
    if (valid && statuses >= commands) violation("m_status: a status without a command");
    if (!valid || !ready || statuses >= commands) return false;
    Outcome& out = outcomes[statuses];
    out.status = cycle_;
    out.pass = static_cast<uint8_t>(pass);
    out.cause = static_cast<uint8_t>(cause > kLastCause ? 0 : cause);
    const uint32_t expected = messages_[statuses]->id;
    if (id != expected) violation("m_status: id %u instead of %u", id, expected);
    if (cause > kLastCause) violation("m_status: cause %u is unknown (id %u)", cause, expected);
    if ((pass != 0) != (cause == 0))
      violation("m_status: pass %u with cause %u (id %u)", pass, cause, expected);
    check_end(statuses++);
    return true;
  }

  const uint64_t& cycle_;
  std::vector<const Event*> messages_;  // of the run, in command order
  bool beat_stalled_ = false, status_stalled_ = false, gated_ = false;
  uint32_t held_beat_ = 0, held_status_ = 0;
  uint8_t held_data_[16] = {};
  uint32_t section_ = kIv;  // of the packet's last beat, and whether that was partial
  bool partial_ = false;
};

}  // namespace seal
