// SPDX-License-Identifier: Apache-2.0
//
// Watches the output streams of a core: records what each command gave and checks the rules, beside
// those of output.h and answers.h.
//   streams   payload and valid of m_status stable while stalled (except around zeroise_i); of
//             several statuses each by itself, and the valid ones first; nothing without an accepted
//             command; busy_o while a command has no status
//   packets   one per command; tkeep contiguous, bytes outside it zero; abort only on a null last
//             segment; after zeroise_i has been high only that of the commands accepted before; and
//             the rules of the family
//   statuses  in order; as many as the command wants, or up to the first with a cause; pass exactly
//             with cause 0, last exactly on the last one; in agreement with the packet
#pragma once

#include <cstring>
#include <vector>

#include "answers.h"
#include "output.h"
#include "records.h"

namespace seal {

template <typename Family>
class Monitor {
 public:
  Monitor(Bench& bench, Recording& recorded)
      : bench_(bench),
        out_(recorded),
        output_(bench),
        answers_(bench, Family::kLastKeyCause, Family::kSlotsFall) {}

  void reset() {
    output_.forget();
    answers_.forget();
    for (auto& held : held_status_) held.forget();
    gated_ = false;
    begin({}, {}, nullptr);
  }

  // A new run, with the records that the family has of its commands; the streams go on as they are.
  void begin(std::vector<const Event*> commands, std::vector<const Event*> key_loads,
             const typename Family::Command* fields) {
    commands_ = std::move(commands);
    fields_ = fields;
    out_.clear();
    out_.outcomes.assign(commands_.size(), Outcome{kNever});
    answers_.begin(std::move(key_loads), out_.keys);
    packets = answered = cut_ = 0;
    rules_ = {};
  }

  // The outputs as the next clock edge samples them, after `commands` accepted commands and
  // `accepted` keys. Returns whether anything moved.
  bool sample(const Vtop& dut, size_t commands, size_t accepted) {
    if (answered < commands && !dut.busy_o) {
      bench_.violation("busy_o low with a %s in flight", Family::kCommandName);
    }
    const bool zeroise = dut.zeroise_i;
    const bool exempt = zeroise || gated_;
    gated_ = zeroise;
    if (zeroise) cut_ = commands;
    if (dut.m_axis_tvalid && packets >= commands)
      bench_.violation("m_axis: a beat without a command");
    const bool beat_moved = output_.sample(dut, exempt, [&](const Segment& segment, uint32_t lane) {
      if (packets < commands)
        take(segment, lane);
      else if (lane > 0)
        bench_.violation("m_axis%s: a segment without a command", kLaneNames[lane]);
    });
    if (dut.m_axis_tvalid && !dut.m_axis_tready) out_.held.push_back(bench_.cycle());
    const bool answer_moved = answers_.sample(dut, accepted, exempt);
    bool status_moved = false;
    for (uint32_t word = 0; word < kStatuses; word++)
      status_moved |= sample_status(dut, word, commands, exempt);
    if (dut.m_status_valid & (dut.m_status_valid + 1))
      bench_.violation("m_status: valid %x has a gap", unsigned{dut.m_status_valid});
    return status_moved || beat_moved || answer_moved;
  }

  size_t answers() const { return answers_.count; }

  size_t packets = 0, answered = 0;  // that have ended

 private:
  void take(const Segment& segment, uint32_t lane) {
    const uint32_t word = segment.word;
    check_segment(segment, kLaneNames[lane]);
    Outcome& out = out_.outcomes[packets];
    out_.add(out, bench_.cycle(), segment, lane);
    if (!(word & kLast)) return;
    out.ended = 1;
    out.aborted = (word & kAbort) != 0;
    check_end(packets++);
  }

  void check_segment(const Segment& segment, const char* lane) {
    const Event& command = *commands_[packets];
    const unsigned id = command.id;
    const uint32_t word = segment.word, keep = keep_of(word);
    const bool null_end = keep == 0 && (word & kLast);
    if (keep & (keep + 1))
      bench_.violation("m_axis%s: tkeep %04x not contiguous (id %u)", lane, keep, id);
    for (uint32_t i = 0; i < kLaneBytes; i++) {
      if ((keep >> i) & 1 || segment.data[i] == 0) continue;
      bench_.violation("m_axis%s: byte %u outside tkeep %04x is not zero (id %u)", lane, i, keep,
                       id);
      break;
    }
    rules_.check(bench_, word, command, fields_[packets]);
    if ((word & kAbort) && !null_end)
      bench_.violation("m_axis%s: abort on a data beat (id %u)", lane, id);
    if (packets < cut_ && !((word & kAbort) && null_end))
      bench_.violation("m_axis%s: data of a command that zeroise_i ended (id %u)", lane, id);
  }

  // Once both the packet and the last status of a command are there, they must agree.
  void check_end(size_t m) {
    const Outcome& out = out_.outcomes[m];
    if (!out.ended || !out.answered || out.failed == out.aborted) return;
    bench_.violation("id %u: the status %s, but the packet %s", commands_[m]->id,
                     out.failed ? "fails" : "passes",
                     out.aborted ? "is aborted" : "is not aborted");
  }

  bool sample_status(const Vtop& dut, uint32_t word, size_t commands, bool exempt) {
    const bool valid = (dut.m_status_valid >> word) & 1, ready = dut.m_status_ready;
    const uint32_t id = field<kIdBits>(dut.m_status_id, word);
    const uint32_t cause = field<4>(dut.m_status_cause, word);
    const uint32_t pass = field<1>(dut.m_status_pass, word), last = Family::last(dut, word);
    const uint32_t status = id | cause << 16 | pass << 20 | last << 21;
    const char* wrong = held_status_[word].watch(valid, ready, &status, exempt);
    if (wrong) bench_.violation("m_status: %s", wrong);
    if (valid && answered >= commands) bench_.violation("m_status: a status without a command");
    if (!valid || !ready || answered >= commands) return false;
    const Event& command = *commands_[answered];
    Outcome& out = out_.outcomes[answered];
    if (out.statuses++ == 0) out.first_status = static_cast<uint32_t>(out_.statuses.size());
    out_.statuses.push_back({bench_.cycle(), static_cast<uint8_t>(pass), static_cast<uint8_t>(last),
                             known_cause(cause, Family::kLastCause), {}});
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

  Bench& bench_;
  Recording& out_;
  Output output_;
  Answers answers_;
  std::vector<const Event*> commands_;  // of the run, in order
  const typename Family::Command* fields_ = nullptr;
  typename Family::PacketRules rules_;
  size_t cut_ = 0;  // commands accepted before zeroise_i was last high
  bool gated_ = false;
  Held<4> held_status_[kStatuses];
};

}  // namespace seal
