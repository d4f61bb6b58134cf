// SPDX-License-Identifier: Apache-2.0
//
// The packet harness (tools/packet) of the GHASH cores, which take no commands. A message is a list
// of segments of 16 bytes; as many as the core has lanes make a beat, from the first one on, and the
// last beat may have fewer. Its hash is a packet of one beat, with tuser = {cause, id}.
// Messages and keys are offered in order, each stream by itself, but an event waits for those of the
// other stream that come before it and have its slot: `amount` of its record is their number. A
// message has passed when its first beat has been accepted, a key when it has been answered, or,
// with `flag`, a cycle after it has been offered.
// busy_o is high from the cycle after a message's first beat until its hash has been taken.
// `flag` of a zeroise: messages stay on offer through it, and some are taken afterwards.
#include "../packet/slots.h"
#include "packet/answers.h"
#include "packet/bench.h"
#include "packet/output.h"

namespace seal {

constexpr uint32_t kBlock = 16;
constexpr size_t kMessagesBehind = 2;  // on offer in a zeroise and behind it
constexpr size_t kBeatBlocks = sizeof(Vtop::s_axis_tdata) / kBlock;

class MessagePlayer : public PacketBench {
 public:
  explicit MessagePlayer(uint32_t seed)
      : PacketBench(seed), output_(*this), answers_(*this, kZeroised, 0), slots_(*this) {
    reset();
  }

  void reset() override {
    withdraw();
    dut_->m_axis_tready = dut_->m_key_ready = dut_->zeroise_i = 0;
    pulse_reset([this] { slots_.sample_reset(*dut_); });
    low_phase();
    rising_edge();
    output_.forget();
    answers_.forget();
  }

  // These slots always have a key.
  void keep(uint32_t slots) { slots_.always = slots; }

  uint32_t run(const Run& run, const Traffic& traffic) override {
    events_.assign(run.events, run.events + run.count);
    key_bytes_ = static_cast<const uint8_t(*)[kBlock]>(run.keys);
    data_ = run.data;
    words_ = run.beats;
    begin(traffic);
    while (goes_on(traffic) && !(ended_ == messages_.size() && answers_.count == keys_.size() &&
                                 !dut_->busy_o)) {
      step();
      if (zeroise_ && begun_ >= zeroise_->amount && cycle_ - cycles[0] >= zeroise_->first) {
        zeroise(traffic);
        break;
      }
    }
    return static_cast<uint32_t>(violations);
  }

 private:
  void begin(const Traffic& traffic) {
    begin_run();
    messages_.clear();
    keys_.clear();
    zeroise_ = nullptr;
    for (const Event& event : events_) {
      if (event.kind == kCommand) messages_.push_back(&event);
      if (event.kind == kKey) keys_.push_back(&event);
      if (event.kind == kZeroise) zeroise_ = &event;
    }
    recorded.clear();
    recorded.outcomes.assign(messages_.size(), Outcome{kNever});
    answers_.begin(keys_, recorded.keys);
    slots_.begin(keys_);
    next_ = begun_ = accepted_ = ended_ = next_key_ = keys_seen_ = 0;
    uint64_t seed = traffic.seed * 2 + 1;
    gate_.reset(draw(seed), traffic.axis_idle, traffic.burst);
    key_gate_.reset(draw(seed), traffic.key_idle, traffic.burst);
    out_gate_.reset(draw(seed), traffic.axis_stall, traffic.burst);
    answer_gate_.reset(draw(seed), traffic.key_stall, traffic.burst);
  }

  std::string outstanding() const override {
    return std::to_string(accepted_) + " messages accepted, " + std::to_string(ended_) +
           " ended, " + std::to_string(answers_.count) + " keys answered";
  }

  // Keys after which messages, and the next key, may be offered.
  size_t keys_passed() const {
    size_t passed = answers_.count;
    while (passed < keys_seen_ && keys_[passed]->flag) ++passed;
    return passed;
  }

  void step() {
    drive_key();
    drive_beat(messages_.size(), keys_passed());
    dut_->m_axis_tready = out_gate_.open();
    dut_->m_key_ready = answer_gate_.open();
    low_phase();
    if (ended_ < begun_ && !dut_->busy_o) violation("busy_o low with a message in flight");
    watch(false);
    accept();
    rising_edge();
  }

  void drive_key() {
    if (took_key_) dut_->s_key_valid = 0;
    took_key_ = false;
    keys_seen_ = next_key_ + (dut_->s_key_valid ? 1 : 0);
    if (dut_->s_key_valid || next_key_ == keys_.size() || !key_gate_.open()) return;
    const Event& key = *keys_[next_key_];
    if (key.amount > begun_) return;
    put(dut_->s_key_data, key_bytes_[next_key_], kBlock);
    dut_->s_key_slot = key.slot;
    dut_->s_key_valid = 1;
    recorded.keys[next_key_].offered = cycle_;
  }

  // Of the messages before `end`, which may begin after so many keys.
  void drive_beat(size_t end, size_t passed) {
    if (took_beat_) dut_->s_axis_tvalid = 0;
    took_beat_ = false;
    if (dut_->s_axis_tvalid || accepted_ >= end || !gate_.open()) return;
    const Event& message = *messages_[accepted_];
    if (next_ == message.first && message.amount > passed) return;
    offered_ = std::min(kBeatBlocks, end_of(message) - next_);
    show_beat();
    dut_->s_axis_tvalid = 1;
  }

  // Lanes behind the segments have bytes that no hash may depend on.
  void show_beat() {
    uint8_t keep[2 * kBeatBlocks] = {}, data[kBlock * kBeatBlocks];
    std::memset(data, 0xa5, sizeof data);
    std::memcpy(data, data_ + kBlock * next_, kBlock * offered_);
    for (size_t n = 0; n < offered_; n++) {
      keep[2 * n] = static_cast<uint8_t>(words_[next_ + n]);
      keep[2 * n + 1] = static_cast<uint8_t>(words_[next_ + n] >> 8);
    }
    put(dut_->s_axis_tdata, data, sizeof data);
    put(dut_->s_axis_tkeep, keep, sizeof keep);
    dut_->s_axis_tlast = (words_[next_ + offered_ - 1] & kLast) != 0;
    const bool first = next_ == messages_[accepted_]->first;  // only its tuser counts
    dut_->s_axis_tuser = static_cast<uint8_t>(user_of(words_[next_]) ^ (first ? 0 : 0xff));
  }

  // Beats and keys that the next clock edge takes.
  void accept() {
    accept_beat();
    took_key_ = dut_->s_key_valid && dut_->s_key_ready;
    if (took_key_) recorded.keys[next_key_++].accepted = moved_ = cycle_;
  }

  void accept_beat() {
    took_beat_ = dut_->s_axis_tvalid && dut_->s_axis_tready;
    if (took_beat_) {
      recorded.cycles_in.insert(recorded.cycles_in.end(), offered_, cycle_);
      if (next_ == messages_[accepted_]->first) recorded.outcomes[begun_++].command = cycle_;
      next_ += offered_;
      if (next_ == end_of(*messages_[accepted_])) ++accepted_;
      moved_ = cycle_;
    }
  }

  // The outputs as the next clock edge samples them; `exempt` as in Output.
  void watch(bool exempt) {
    const auto take = [this](const Segment& segment, uint32_t) { take_hash(segment); };
    const bool beat_moved = output_.sample(*dut_, exempt, take);
    slots_.sample(*dut_, answers_.count, next_key_);
    const bool answered = answers_.sample(*dut_, next_key_, exempt);
    if (answered) slots_.answered(answers_.count - 1, recorded.keys[answers_.count - 1].cause);
    if (answered || beat_moved) moved_ = cycle_;
  }

  void take_hash(const Segment& segment) {
    if (ended_ >= accepted_) return violation("m_axis: a hash that belongs to no message");
    if (!(segment.word & kLast)) violation("m_axis: tlast is low");
    recorded.add(recorded.outcomes[ended_], cycle_, segment, 0);
    recorded.outcomes[ended_++].ended = 1;
  }

  void withdraw() {
    dut_->s_axis_tvalid = dut_->s_key_valid = took_key_ = took_beat_ = false;
  }

  // Messages in flight end silently, and the run with them; a key that has been taken is answered,
  // and one on offer is not taken. Of a message that has begun to come in, the core reads and drops
  // the rest. The run's cycles are those from the fall of zeroise_i on. No beat is taken from the
  // second cycle of zeroise_i to the end of the sweep: until busy_o falls, or an answer comes.
  void zeroise(const Traffic& traffic) {
    if (!zeroise_->flag) withdraw();
    const size_t behind = std::min(accepted_ + kMessagesBehind, messages_.size());
    took_key_ = false;
    dut_->s_key_valid = 1;
    dut_->zeroise_i = 1;
    slots_.zeroise();
    for (uint32_t i = 0; i < zeroise_->pulse; i++) {
      if (zeroise_->flag) drive_beat(behind, keys_.size());
      low_phase();
      watch(true);
      if (dut_->s_key_ready) violation("a key is taken during a zeroise");
      if (i > 0 && dut_->s_axis_tready) violation("s_axis: ready during a zeroise");
      accept_beat();
      rising_edge();
    }
    dut_->zeroise_i = dut_->s_key_valid = 0;
    cycles[0] = cycle_;
    ended_ = begun_;
    const size_t end = zeroise_->flag ? behind : begun_;  // of what is still on offer
    bool sweeps = true, exempt = true;
    do {
      if (!exempt) dut_->m_key_ready = answer_gate_.open();
      drive_beat(end, keys_.size());
      dut_->m_axis_tready = out_gate_.open();
      low_phase();
      if (dut_->m_axis_tvalid && ended_ >= accepted_)
        violation("m_axis: a message that zeroise_i ended");
      watch(exempt);
      sweeps = sweeps && dut_->busy_o && !dut_->m_key_valid;
      if (sweeps && dut_->s_axis_tready) violation("s_axis: ready during a sweep");
      accept();
      rising_edge();
      exempt = false;
    } while ((dut_->busy_o || accepted_ < end) && sane(traffic.watchdog));
    withdraw();
    if (answers_.count != next_key_)
      violation("%zu keys were taken, %zu answered", next_key_, answers_.count);
  }

  Output output_;
  Answers answers_;
  Slots slots_;
  std::vector<Event> events_;
  std::vector<const Event*> messages_, keys_;  // of the run, in order
  const Event* zeroise_ = nullptr;             // that ends the run
  const uint8_t (*key_bytes_)[kBlock] = nullptr;
  const uint8_t* data_ = nullptr;              // of segments, and their words
  const uint32_t* words_ = nullptr;
  size_t next_ = 0, offered_ = 0;              // the first segment not taken; those on offer
  size_t begun_ = 0, accepted_ = 0, ended_ = 0;
  size_t next_key_ = 0, keys_seen_ = 0;
  bool took_key_ = false, took_beat_ = false;
  Gate gate_, key_gate_, out_gate_, answer_gate_;
};

}  // namespace seal

extern "C" {

seal::PacketBench* seal_create(uint32_t seed) { return new seal::MessagePlayer(seed); }

void seal_keep(seal::PacketBench* bench, uint32_t slots) {
  static_cast<seal::MessagePlayer*>(bench)->keep(slots);
}
}
