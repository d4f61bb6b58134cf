// SPDX-License-Identifier: Apache-2.0
//
// The packet harness (tools/packet) of the AES cores, which take no commands: a block is a packet of
// one or more beats, with tuser = {cause, inverse, slot}, and a key comes in one piece or in beats.
// Blocks and keys are offered in order, each stream by itself, but an event waits for those of the
// other stream that come before it and have its slot: `amount` of its record is their number. A block
// has passed when it has been accepted, a key when it has been answered, or, with `flag`, offered.
// busy_o is high from the cycle after a block's first beat until its last one has been taken.
// `flag` of a zeroise: blocks stay on offer through it, and some are taken afterwards.
#include "../packet/slots.h"
#include "chains.h"
#include "packet/answers.h"
#include "packet/bench.h"
#include "packet/input.h"
#include "packet/output.h"

namespace seal {

constexpr uint32_t kBlockBeats = kBlock / kLaneBytes, kKeyBytes = 32;
constexpr size_t kBlocksBehind = 3;  // on offer in a zeroise and behind it

class BlockPlayer : public PacketBench {
 public:
  explicit BlockPlayer(uint32_t seed)
      : PacketBench(seed), output_(*this), answers_(*this, kZeroised, 0), slots_(*this) {
    reset();
  }

  void reset() override {
    input_.withdraw(*dut_);
    dut_->s_key_valid = dut_->m_axis_tready = dut_->m_key_ready = dut_->zeroise_i = 0;
    took_key_ = false;
    pulse_reset([this] { slots_.sample_reset(*dut_); });
    low_phase();
    rising_edge();
    output_.forget();
    answers_.forget();
  }

  uint32_t run(const Run& run, const Traffic& traffic) override {
    events_.assign(run.events, run.events + run.count);
    key_bytes_ = static_cast<const uint8_t(*)[kKeyBytes]>(run.keys);
    begin(traffic, run.data, run.beats);
    end_ = blocks_.empty() ? 0 : end_of(*blocks_.back());
    while (goes_on(traffic) && !(ended_ == blocks_.size() && answers_.count == keys_.size() &&
                                 !dut_->busy_o)) {
      step();
      if (zeroise_ && accepted_ >= zeroise_->amount && cycle_ - cycles[0] >= zeroise_->first) {
        zeroise(traffic);
        break;
      }
    }
    return static_cast<uint32_t>(violations);
  }

  // Runs all chains, which are in flight together.
  uint32_t chains(Chain* chains, uint32_t count, const Traffic& traffic) {
    std::vector<Link> links(chains, chains + count);
    std::vector<uint32_t> owners, words;  // of blocks, of their beats
    std::vector<uint8_t> data;
    size_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += chains[i].count;
    events_.assign(total, Event{});
    for (size_t i = 0; i < total; i++) {
      events_[i].first = static_cast<uint32_t>(i) * kBlockBeats;
      events_[i].beats = kBlockBeats;
    }
    data.reserve(total * kBlock);
    words.reserve(total * kBlockBeats);
    begin(traffic, data.data(), words.data());
    const auto send = [&](uint32_t i) {
      const uint32_t word = kFull | (chains[i].inverse << 4 | chains[i].slot) << 16;
      owners.push_back(i);
      data.insert(data.end(), links[i].block, links[i].block + kBlock);
      words.insert(words.end(), kBlockBeats, word);
      words.back() |= kLast;
      end_ += kBlockBeats;
    };
    for (uint32_t i = 0; i < count; i++) {
      if (chains[i].count) send(i);
    }
    while (goes_on(traffic) && ended_ < total) {
      const size_t block = ended_;
      step();
      if (ended_ == block) continue;
      const uint32_t i = owners[block], first = recorded.outcomes[block].first;
      const uint32_t user = user_of(recorded.beats[first]);
      if (user != (uint32_t{chains[i].inverse} << 4 | chains[i].slot))
        violation("chain %u: tuser %u", i, user);
      links[i].next(chains[i], &recorded.data[first * kLaneBytes]);
      if (--chains[i].count) send(i);
    }
    return static_cast<uint32_t>(violations);
  }

 private:
  void begin(const Traffic& traffic, const uint8_t* data, const uint32_t* words) {
    begin_run();
    blocks_.clear();
    keys_.clear();
    zeroise_ = nullptr;
    for (const Event& event : events_) {
      if (event.kind == kCommand) blocks_.push_back(&event);
      if (event.kind == kKey) keys_.push_back(&event);
      if (event.kind == kZeroise) zeroise_ = &event;
    }
    recorded.clear();
    recorded.outcomes.assign(blocks_.size(), Outcome{kNever});
    input_.begin(blocks_, data, words, false);
    answers_.begin(keys_, recorded.keys);
    slots_.begin(keys_);
    accepted_ = ended_ = next_key_ = key_beat_ = end_ = 0;
    uint64_t seed = traffic.seed * 2 + 1;
    input_.gate.reset(draw(seed), traffic.axis_idle, traffic.burst);
    key_gate_.reset(draw(seed), traffic.key_idle, traffic.burst);
    out_gate_.reset(draw(seed), traffic.axis_stall, traffic.burst);
    answer_gate_.reset(draw(seed), traffic.key_stall, traffic.burst);
  }

  std::string outstanding() const override {
    return std::to_string(accepted_) + " blocks accepted, " + std::to_string(ended_) +
           " ended, " + std::to_string(answers_.count) + " keys answered";
  }

  // Keys after which blocks may be offered.
  size_t keys_passed() const {
    if (keys_.empty() || !keys_[0]->flag) return answers_.count;
    return next_key_ + (dut_->s_key_valid ? 1 : 0);
  }

  void step() {
    drive_key();
    input_.drive(*dut_, end_, [this](size_t i) { return blocks_[i]->amount <= keys_passed(); });
    dut_->m_axis_tready = out_gate_.open();
    dut_->m_key_ready = answer_gate_.open();
    low_phase();
    if ((ended_ < accepted_ || inside_block()) && !dut_->busy_o)
      violation("busy_o low with a block in flight");
    watch(false);
    accept();
    rising_edge();
  }

  void drive_key() {
    if (took_key_) dut_->s_key_valid = 0;
    took_key_ = false;
    if (dut_->s_key_valid || next_key_ == keys_.size() || !key_gate_.open()) return;
    if (key_beat_ == 0) {
      if (keys_[next_key_]->amount > accepted_) return;
      recorded.keys[next_key_].offered = cycle_;
    }
    offer_key(*dut_);
  }

  template <typename Dut>
  void offer_key(Dut& dut) {
    const Event& key = *keys_[next_key_];
    const uint8_t* bytes = key_bytes_[next_key_];
    if constexpr (requires { dut.s_key_last; }) {
      const size_t first = std::min<size_t>(key_beat_ * kLaneBytes, kKeyBytes);
      put(dut.s_key_data, bytes + first, std::min<size_t>(kLaneBytes, kKeyBytes - first));
      dut.s_key_last = key_beat_ + 1 == key.beats;
    } else {
      put(dut.s_key_data, bytes, kKeyBytes);
    }
    dut.s_key_slot = key.slot;
    dut.s_key_size = key.size;
    dut.s_key_valid = 1;
  }

  // Blocks and keys that the next clock edge takes.
  void accept() {
    accept_beat();
    took_key_ = dut_->s_key_valid && dut_->s_key_ready;
    if (took_key_) moved_ = cycle_;
    if (!took_key_ || ++key_beat_ < keys_[next_key_]->beats) return;
    recorded.keys[next_key_++].accepted = cycle_;
    key_beat_ = 0;
  }

  void accept_beat() {
    const size_t beats = input_.sample(*dut_);
    recorded.cycles_in.insert(recorded.cycles_in.end(), beats, cycle_);
    if (beats && input_.next == end_of(*blocks_[accepted_]))
      recorded.outcomes[accepted_++].command = cycle_;
    if (beats) moved_ = cycle_;
  }

  // The outputs as the next clock edge samples them; `exempt` as in Output.
  void watch(bool exempt) {
    const auto take = [this](const Segment& segment, uint32_t) { take_beat(segment); };
    const bool beat_moved = output_.sample(*dut_, exempt, take);
    slots_.sample(*dut_, answers_.count, next_key_ + (key_beat_ > 0 ? 1 : 0));
    const bool answered = answers_.sample(*dut_, next_key_, exempt);
    if (answered) slots_.answered(answers_.count - 1, recorded.keys[answers_.count - 1].cause);
    if (answered || beat_moved) moved_ = cycle_;
  }

  void take_beat(const Segment& segment) {
    if (ended_ >= accepted_) return violation("m_axis: a beat that belongs to no block");
    Outcome& out = recorded.outcomes[ended_];
    recorded.add(out, cycle_, segment, 0);
    if (user_of(recorded.beats[out.first]) != user_of(segment.word))
      violation("m_axis: tuser changed within a block");
    const bool last = out.beats == kBlockBeats;
    if (last != static_cast<bool>(segment.word & kLast)) violation("m_axis: tlast is wrong");
    if (!last) return;
    out.ended = 1;
    ++ended_;
  }

  // Blocks in flight end silently, and the run with them; keys that have begun are answered, and
  // one on offer is not taken. Of a block or key that has begun to come in, the core reads and
  // drops the rest. The run's cycles are those from the fall of zeroise_i on. No block is taken
  // from the second cycle of zeroise_i to the end of the sweep: until busy_o falls, or an answer
  // comes.
  void zeroise(const Traffic& traffic) {
    if (!zeroise_->flag) input_.withdraw(*dut_);
    const size_t offered = std::min(accepted_ + kBlocksBehind, blocks_.size());
    const size_t end = zeroise_->flag && offered ? end_of(*blocks_[offered - 1]) : end_;
    const auto may_begin = [this](size_t) { return zeroise_->flag != 0; };
    took_key_ = false;
    dut_->s_key_valid = key_beat_ == 0;
    dut_->zeroise_i = 1;
    slots_.zeroise();
    for (uint32_t i = 0; i < zeroise_->pulse; i++) {
      if (zeroise_->flag) input_.drive(*dut_, end, may_begin);
      low_phase();
      watch(true);
      if (dut_->s_key_valid && dut_->s_key_ready) violation("a key is taken during a zeroise");
      if (i > 0 && dut_->s_axis_tready) violation("s_axis: ready during a zeroise");
      accept_beat();
      rising_edge();
      ended_ = accepted_ + (inside_block() ? 1 : 0);
    }
    dut_->zeroise_i = dut_->s_key_valid = 0;
    cycles[0] = cycle_;
    bool sweeps = !inside_block(), exempt = true;
    do {
      if (took_key_) dut_->s_key_valid = 0;
      if (key_beat_ > 0 && !exempt) offer_key(*dut_);
      input_.drive(*dut_, end, may_begin);
      dut_->m_axis_tready = out_gate_.open();
      low_phase();
      if (dut_->m_axis_tvalid && ended_ >= accepted_)
        violation("m_axis: a block that zeroise_i ended");
      watch(exempt);
      sweeps = sweeps && dut_->busy_o && !dut_->m_key_valid;
      if (sweeps && dut_->s_axis_tready) violation("s_axis: ready during a sweep");
      accept();
      rising_edge();
      dut_->m_key_ready = answer_gate_.open();
      exempt = false;
    } while ((dut_->busy_o || inside_block() || key_beat_ > 0 ||
              (zeroise_->flag && input_.next < end)) && sane(traffic.watchdog));
    input_.withdraw(*dut_);
    dut_->s_key_valid = took_key_ = false;
    if (answers_.count != next_key_)
      violation("%zu keys were taken, %zu answered", next_key_, answers_.count);
  }

  bool inside_block() const {
    return accepted_ < blocks_.size() && input_.next > blocks_[accepted_]->first;
  }

  Input input_;
  Output output_;
  Answers answers_;
  Slots slots_;
  std::vector<Event> events_;
  std::vector<const Event*> blocks_, keys_;  // of the run, in order
  const Event* zeroise_ = nullptr;           // that ends the run
  const uint8_t (*key_bytes_)[kKeyBytes] = nullptr;
  size_t end_ = 0;                           // one past the last beat that may be offered
  size_t accepted_ = 0, ended_ = 0;          // blocks
  size_t next_key_ = 0, key_beat_ = 0;
  bool took_key_ = false;
  Gate key_gate_, out_gate_, answer_gate_;
};

}  // namespace seal

extern "C" {

seal::PacketBench* seal_create(uint32_t seed) { return new seal::BlockPlayer(seed); }

uint32_t seal_chains(seal::PacketBench* bench, seal::Chain* chains, uint32_t count,
                     const seal::Traffic* traffic) {
  return static_cast<seal::BlockPlayer*>(bench)->chains(chains, count, *traffic);
}
}
