// SPDX-License-Identifier: Apache-2.0
//
// Bulk harness of the cores that take commands, packets and keys: plays a list of events into a
// core (class Vtop) and records what comes back, with the clock cycle of every handshake. Its user
// is sealwright.tools.packet, which packs the events and documents them.
//
// The streams are independent: commands, key loads and zeroise pulses follow a cursor over the
// events; beats run as far ahead of or behind their commands as the core and the traffic allow.
// Nothing is reset between runs.
//
// A family's harness.cpp defines seal_create, which makes a Player of its Family:
//   kCommandName                what reports call a command
//   kLastCause, kLastKeyCause   the last codes of m_status_cause and m_key_cause
//   kSlotsFall                  cycles of zeroise_i in which slots may still be ready
//   Command, Key                fields of s_cmd besides op, slot and id, and of s_key besides slot
//                               and size, as bytes; offer(dut, word) and offer(dut) put them on the
//                               ports
//   PacketRules                 the rules of its packets on m_axis: the word of each segment of a run
//                               is given to check(bench, word, event, command)
//   last(dut, word)             m_status_last, or true if a command has one status
//
// Where a core takes several commands in a cycle, each is offered beside the one before it if the
// gate of commands is open for it, too. An offer stays as it is until it is taken.
#pragma once

#include <deque>

#include "bench.h"
#include "input.h"
#include "monitor.h"

namespace seal {

constexpr uint32_t kSlots = 16, kNone = ~0u, kEarlier = kNone - 1;

template <typename Family>
class Player : public PacketBench {
  using Command = typename Family::Command;
  using Key = typename Family::Key;

 public:
  explicit Player(uint32_t seed) : PacketBench(seed), monitor_(*this, recorded) { reset(); }

  void reset() override {
    monitor_.reset();
    input_.withdraw(*dut_);
    dut_->s_key_valid = dut_->s_cmd_valid = 0;
    dut_->m_axis_tready = dut_->m_status_ready = dut_->m_key_ready = dut_->zeroise_i = 0;
    took_command_ = took_key_ = false;
    pulse_reset([this] { monitor_.sample(*dut_, 0, 0); });
    slot_ready_ = 0;
    std::fill_n(loading_, kSlots, kNone);
  }

  uint32_t run(const Run& run, const Traffic& traffic) override {
    begin(run, traffic);
    do {
      step();
    } while (goes_on(traffic) && !(cursor_ == run.count && quiet() && !dut_->busy_o));
    return static_cast<uint32_t>(violations);
  }

 private:
  void begin(const Run& run, const Traffic& traffic) {
    begin_run();
    events_.assign(run.events, run.events + run.count);
    command_fields_ = static_cast<const Command*>(run.commands);
    key_fields_ = static_cast<const Key*>(run.keys);
    traffic_ = traffic;
    command_list_.clear();
    key_loads_.clear();
    epoch_ends_.assign(1, 0);
    for (const Event& event : events_) {
      if (event.kind == kCommand) {
        command_list_.push_back(&event);
        epoch_ends_.back() = end_of(event);
      }
      if (event.kind == kBarrier) epoch_ends_.push_back(epoch_ends_.back());
      if (event.kind == kKey) key_loads_.push_back(&event);
    }
    input_.begin(command_list_, run.data, run.beats, traffic.aligned != 0);
    monitor_.begin(command_list_, key_loads_, command_fields_);
    offered_.assign(command_list_.size(), kNever);
    cursor_ = epoch_ = commands_ = keys_due_ = keys_done_ = 0;
    for (uint32_t& load : loading_) load = load == kNone ? kNone : kEarlier;
    pulses_.clear();
    pulse_left_ = 0;
    uint64_t seed = traffic.seed * 2 + 1;
    command_gate_.reset(draw(seed), traffic.cmd_idle, traffic.burst);
    input_.gate.reset(draw(seed), traffic.axis_idle, traffic.burst);
    key_gate_.reset(draw(seed), traffic.key_idle, traffic.burst);
    out_gate_.reset(draw(seed), traffic.axis_stall, traffic.burst);
    status_gate_.reset(draw(seed), traffic.status_stall, traffic.burst);
    answer_gate_.reset(draw(seed), traffic.key_stall, traffic.burst);
    input_.lane_gate.reset(draw(seed), traffic.lane_idle, traffic.burst);
  }

  void step() {
    if (took_command_) dut_->s_cmd_valid = 0;
    if (took_key_) dut_->s_key_valid = 0;
    took_command_ = took_key_ = false;
    input_.drive(*dut_, epoch_ends_[epoch_], [this](size_t m) { return may_begin(m); });
    pass_events();
    drive_command();
    drive_key();
    drive_zeroise();
    dut_->m_axis_tready = out_gate_.open();
    dut_->m_status_ready = status_gate_.open();
    dut_->m_key_ready = answer_gate_.open();
    low_phase();
    moves(monitor_.sample(*dut_, commands_, keys_done_));
    sample_inputs();
    sample_slots();
    rising_edge();
  }

  void moves(bool something) {
    if (something) moved_ = cycle_;
  }

  // Whether the data of a command may begin now.
  bool may_begin(size_t command) {
    const auto [order, gap] = order_of(traffic_, command);
    const uint64_t accepted = recorded.outcomes[command].command;
    if (order == kDataLags && (accepted == kNever || cycle_ <= accepted + gap)) return false;
    offered_[command] = cycle_;
    return true;
  }

  void drive_command() {
    if (dut_->s_cmd_valid) return;
    uint32_t word = 0;
    while (word < kCommands && command_gate_.open() && may_offer(cursor_ + word)) {
      const Event& event = events_[cursor_ + word];
      set_field<2>(dut_->s_cmd_op, word, event.op);
      set_field<4>(dut_->s_cmd_slot, word, event.slot);
      set_field<kIdBits>(dut_->s_cmd_id, word, event.id);
      command_fields_[event.ordinal].offer(*dut_, word++);
    }
    dut_->s_cmd_valid = (1u << word) - 1;
  }

  // Whether an event is a command that may be offered now.
  bool may_offer(size_t index) const {
    if (index >= events_.size() || events_[index].kind != kCommand) return false;
    const uint32_t command = events_[index].ordinal;
    const auto [order, gap] = order_of(traffic_, command);
    const uint64_t offered = offered_[command];
    return order != kDataLeads || (offered != kNever && cycle_ >= offered + gap);
  }

  // Moves the cursor to the next command, or to the event that has to be waited for.
  void pass_events() {
    for (; cursor_ < events_.size(); ++cursor_) {
      const Event& event = events_[cursor_];
      if (event.kind == kCommand) return;
      if (event.kind == kKey) {
        keys_due_ = event.ordinal + 1;
        if (!event.flag && keys_done_ < keys_due_) return;
      } else if (event.kind == kBarrier) {
        if (!quiet()) return;
        ++epoch_;
      } else if (event.kind == kWaitReady) {
        if (loading_[event.slot % kSlots] != kNone || !((slot_ready_ >> event.slot) & 1)) return;
      } else {
        const uint64_t now = event.flag ? cycle_ : input_.next;
        pulses_.push_back({now + event.amount, event.pulse, event.flag != 0});
      }
      moves(true);
    }
  }

  void drive_key() {
    if (dut_->s_key_valid || !key_gate_.open() || keys_done_ == keys_due_) return;
    const Event& event = *key_loads_[keys_done_];
    dut_->s_key_valid = 1;
    dut_->s_key_slot = event.slot;
    dut_->s_key_size = event.size;
    key_fields_[keys_done_].offer(*dut_);
    recorded.keys[keys_done_].offered = cycle_;
  }

  void drive_zeroise() {
    if (pulse_left_ == 0 && !pulses_.empty()) {
      const Pulse pulse = pulses_.front();
      // More beats than can come means: after the last one.
      const bool due = pulse.in_cycles ? cycle_ >= pulse.target
                                       : input_.next >= pulse.target || no_beats_to_come();
      if (due) {
        pulse_left_ = pulse.length;
        pulses_.pop_front();
        std::fill_n(loading_, kSlots, kNone);
      }
      moves(pulse.in_cycles);
    }
    dut_->zeroise_i = pulse_left_ > 0;
    if (pulse_left_ == 0) return;
    --pulse_left_;
    moves(true);
  }

  bool no_beats_to_come() const {
    const bool blocked = cursor_ == events_.size() || events_[cursor_].kind == kBarrier;
    return blocked && input_.next == epoch_ends_[epoch_];
  }

  // Whether everything up to the cursor has ended.
  bool quiet() const {
    return monitor_.answered == commands_ && monitor_.packets == commands_ &&
           keys_done_ == keys_due_ && monitor_.answers() == keys_done_ && pulses_.empty() &&
           pulse_left_ == 0 && input_.next == epoch_ends_[epoch_];
  }

  void sample_inputs() {
    const size_t segments = input_.sample(*dut_);
    took_command_ = dut_->s_cmd_valid && dut_->s_cmd_ready;
    took_key_ = dut_->s_key_valid && dut_->s_key_ready;
    moves(segments > 0 || took_command_ || took_key_);
    recorded.cycles_in.insert(recorded.cycles_in.end(), segments, cycle_);
    recorded.lanes_in.insert(recorded.lanes_in.end(), input_.lanes(), input_.lanes() + segments);
    if (took_command_) {
      for (uint32_t words = dut_->s_cmd_valid; words != 0; words >>= 1) {
        recorded.outcomes[commands_++].command = cycle_;
        ++cursor_;
      }
    }
    if (took_key_) {
      recorded.keys[keys_done_].accepted = cycle_;
      loading_[dut_->s_key_slot] = static_cast<uint32_t>(keys_done_++);
    }
  }

  void sample_slots() {
    const uint32_t ready = dut_->slot_ready_o;
    const uint32_t risen = ready & ~slot_ready_;
    moves(ready != slot_ready_);
    slot_ready_ = ready;
    for (uint32_t slot = 0; risen >> slot; slot++) {
      if (!((risen >> slot) & 1)) continue;
      if (loading_[slot] < kEarlier) recorded.keys[loading_[slot]].ready = cycle_;
      loading_[slot] = kNone;
    }
  }

  std::string outstanding() const override {
    static const char* const kAt[] = {"command not accepted", "key not accepted", "barrier",
                                      "slot not ready", "zeroise"};
    const auto of = [](size_t done, size_t due, const char* what) {
      return std::to_string(done) + " of " + std::to_string(due) + what;
    };
    std::string text = of(cursor_, events_.size(), " events passed");
    if (cursor_ < events_.size()) text += std::string(" (") + kAt[events_[cursor_].kind] + ")";
    text += ", " + of(input_.next, epoch_ends_[epoch_], " beats, ") +
            of(keys_done_, keys_due_, " keys accepted, ") +
            of(monitor_.answers(), keys_done_, " answered");
    const size_t packets = monitor_.packets, statuses = monitor_.answered;
    const size_t m = std::min(packets, statuses);
    if (m < commands_) {
      text += std::string("; ") + Family::kCommandName + " " + std::to_string(m) + " (id " +
              std::to_string(command_list_[m]->id);
      text += packets > m ? ") has no status" : statuses > m ? ") has no end of packet"
                                              : ") has no end of packet and no status";
    }
    if (!pulses_.empty()) text += "; zeroise pulse to come";
    return text + (dut_->busy_o ? "; busy" : "; not busy");
  }

  Input input_;
  Monitor<Family> monitor_;
  // The run's traffic, and how far it has come.
  std::vector<Event> events_;
  std::vector<const Event*> command_list_, key_loads_;
  std::vector<size_t> epoch_ends_;  // between two barriers: one past the last segment
  std::vector<uint64_t> offered_;   // cycle in which a command's data were offered
  const Command* command_fields_ = nullptr;
  const Key* key_fields_ = nullptr;
  Traffic traffic_{};
  size_t cursor_ = 0, epoch_ = 0, commands_ = 0;
  size_t keys_due_ = 0, keys_done_ = 0;
  std::deque<Pulse> pulses_;
  uint32_t pulse_left_ = 0, slot_ready_ = 0;
  uint32_t loading_[kSlots];  // key load after which a slot's rise of slot_ready_o is awaited
  bool took_command_ = false, took_key_ = false;
  Gate command_gate_, key_gate_, out_gate_, status_gate_, answer_gate_;
};

}  // namespace seal
