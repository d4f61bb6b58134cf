// SPDX-License-Identifier: Apache-2.0
//
// Bulk harness of the AES cores (class Vtop): plays blocks and keys into the streams that all of
// them have, whatever the width of their data, and records what comes back, with the clock cycle of
// every handshake. Its user is sealwright.families.aes.sim, which packs the records and documents
// them.
//
// Nothing is reset between runs. Build with -DKEY_BEATS where a key comes in beats of the data's
// width; with -DKEY_FIRST where a key applies to the blocks that are offered with it or after it,
// and need not be answered before them.
#include <deque>
#include <vector>

#include "harness.h"
#include "records.h"

namespace seal {

class Harness : public Bench {
 public:
  Harness(uint32_t seed, uint32_t width) : Bench(seed), bytes_(width / 8) { reset(); }

  void reset() override {
    dut_->s_key_valid = dut_->s_axis_tvalid = dut_->m_axis_tready = dut_->m_key_ready = 0;
    dut_->zeroise_i = 0;
    pulse_reset([] {});
    edge();
    held_.forget();
  }

  // Plays blocks and keys, each stream in order; returns the number of violations.
  uint32_t run(const Block* blocks, uint32_t block_count, const Key* keys, uint32_t key_count,
               const Traffic& traffic) {
    begin(traffic);
    keys_ = keys;
    key_count_ = key_count;
    results.assign(block_count, Result{kNever, kNever, kNever, kNever, {}, 0, 0, {}});
    answers.assign(key_count, Answer{kNever, kNever, kNever, 0, 0, {}});
    for (uint32_t i = 0; i < block_count; i++) queue_.push_back({&blocks[i], i});
    expected_ = block_count;
    while (sane(traffic_.watchdog) &&
           !(ended_ == expected_ && answered_ == key_count_ && !dut_->busy_o)) {
      step();
      if (zeroise_is_due()) return zeroise();
    }
    return static_cast<uint32_t>(violations);
  }

  // Runs all chains, which are in flight together.
  uint32_t chains(Chain* chains, uint32_t count, const Traffic& traffic) {
    begin(traffic);
    key_count_ = 0;
    std::vector<Link> links(count);
    uint64_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
      links[i].start(chains[i]);
      left += chains[i].count;
    }
    results.assign(count, Result{});
    for (uint32_t i = 0; i < count; i++) {
      if (chains[i].count) queue_.push_back({&links[i].block, i});
    }
    while (sane(traffic_.watchdog) && left) {
      const uint32_t before = ended_;
      step();
      if (ended_ == before) continue;
      const uint32_t i = last_ended_;
      if (results[i].user >> 5) violation("chain %u: cause %u", i, results[i].user >> 5);
      links[i].next(chains[i], results[i].data);
      if (--chains[i].count) queue_.push_back({&links[i].block, i});
      --left;
    }
    return static_cast<uint32_t>(violations);
  }

  std::vector<Result> results;
  std::vector<Answer> answers;

 private:
  struct Waiting {
    const Block* block;
    uint32_t index;
  };

  void begin(const Traffic& traffic) {
    begin_run();
    traffic_ = traffic;
    queue_.clear();
    flight_.clear();
    accepted_ = ended_ = answered_ = next_key_ = key_beat_ = beat_ = out_beat_ = 0;
    uint64_t seed = traffic.seed * 2 + 1;
    block_gate_.reset(draw(seed), traffic.block_idle, traffic.burst);
    key_gate_.reset(draw(seed), traffic.key_idle, traffic.burst);
    out_gate_.reset(draw(seed), traffic.block_stall, traffic.burst);
    answer_gate_.reset(draw(seed), traffic.key_stall, traffic.burst);
  }

  bool zeroise_is_due() const {
    if (!traffic_.zero_cycles || accepted_ < traffic_.zero_after) return false;
    return cycle_ - cycles[0] >= traffic_.zero_at;
  }

  std::string outstanding() const override {
    return std::to_string(accepted_) + " blocks accepted, " + std::to_string(ended_) +
           " ended, " + std::to_string(answered_) + " keys answered";
  }

  uint32_t block_beats(const Block& block) const {
    return block.beats ? block.beats : kBlock / bytes_;
  }

  uint32_t key_beats([[maybe_unused]] const Key& key) const {
#ifdef KEY_BEATS
    const uint32_t size = 16 + 8 * (key.size % 3);
    return key.beats ? key.beats : (size + bytes_ - 1) / bytes_;
#else
    return 1;
#endif
  }

  // Keys after which blocks, and the next key, may be offered.
  uint32_t keys_out() const {
#ifdef KEY_FIRST
    return next_key_ + (dut_->s_key_valid ? 1 : 0);
#else
    return answered_;
#endif
  }

  void drive() {
    if (!dut_->s_key_valid && next_key_ < key_count_ && key_gate_.open()) {
      const Key& key = keys_[next_key_];
      if (key_beat_ > 0 || (key.after_blocks <= accepted_ && keys_out() >= next_key_)) {
        if (key_beat_ == 0) answers[next_key_].offered = cycle_;
        offer_key(key);
      }
    }
    if (!dut_->s_axis_tvalid && !queue_.empty() && block_gate_.open()) {
      const Block& block = *queue_.front().block;
      if (beat_ > 0 || block.after_keys <= keys_out()) offer_beat(block);
    }
    dut_->m_axis_tready = out_gate_.open();
    dut_->m_key_ready = answer_gate_.open();
  }

  void offer_beat(const Block& block) {
    uint8_t bytes[kBlock] = {};
    const uint32_t first = beat_ * bytes_;
    if (first < kBlock) std::memcpy(bytes, block.data + first, bytes_);
    put(dut_->s_axis_tdata, bytes, bytes_);
    dut_->s_axis_tuser = static_cast<uint8_t>(block.inverse << 4 | block.slot);
    const bool broken = block.beats == 1 && bytes_ == kBlock;
    dut_->s_axis_tlast = beat_ + 1 == block_beats(block) && !broken;
    dut_->s_axis_tvalid = 1;
  }

  void offer_key(const Key& key) {
#ifdef KEY_BEATS
    uint8_t bytes[32] = {};
    const uint32_t first = key_beat_ * bytes_;
    if (first < 32) std::memcpy(bytes, key.data + first, std::min(bytes_, 32 - first));
    put(dut_->s_key_data, bytes, bytes_);
    dut_->s_key_last = key_beat_ + 1 == key_beats(key);
#else
    put(dut_->s_key_data, key.data, 32);
#endif
    dut_->s_key_slot = key.slot;
    dut_->s_key_size = key.size;
    dut_->s_key_valid = 1;
  }

  void step() {
    drive();
    low_phase();
    const bool took_block = dut_->s_axis_tvalid && dut_->s_axis_tready;
    const bool took_key = dut_->s_key_valid && dut_->s_key_ready;
    if (took_block || took_key) moved_ = cycle_;
    if (took_block) accept_beat();
    if (took_key && ++key_beat_ == key_beats(keys_[next_key_])) {
      answers[next_key_].accepted = cycle_;
      key_beat_ = 0;
      ++next_key_;
    }
    watch_output();
    watch_answers();
    rising_edge();
    if (took_block) dut_->s_axis_tvalid = 0;
    if (took_key) dut_->s_key_valid = 0;
  }

  void accept_beat() {
    const Waiting head = queue_.front();
    Result& result = results[head.index];
    if (beat_ == 0) result.first_in = cycle_;
    if (++beat_ == block_beats(*head.block)) {
      result.last_in = cycle_;
      beat_ = 0;
      ++accepted_;
      flight_.push_back(head.index);
      queue_.pop_front();
    }
  }

  void watch_output() {
    uint8_t bytes[kBlock + 2] = {};
    get(dut_->m_axis_tdata, bytes, bytes_);
    const uint8_t user = dut_->m_axis_tuser;
    bytes[kBlock] = user;
    bytes[kBlock + 1] = dut_->m_axis_tlast;
    const char* wrong = held_.watch(dut_->m_axis_tvalid, dut_->m_axis_tready, bytes);
    if (wrong) violation("m_axis: %s", wrong);
    if (!dut_->m_axis_tvalid || !dut_->m_axis_tready) return;
    moved_ = cycle_;
    if (flight_.empty()) return violation("m_axis: a beat that belongs to no block");
    Result& result = results[flight_.front()];
    if (out_beat_ == 0) result.first_out = cycle_, result.user = user;
    if (user != result.user) violation("m_axis: tuser changed within a block");
    std::memcpy(result.data + out_beat_ * bytes_, bytes, bytes_);
    const bool last = ++out_beat_ * bytes_ == kBlock;
    if (last != static_cast<bool>(dut_->m_axis_tlast)) violation("m_axis: tlast is wrong");
    if (!last) return;
    result.last_out = cycle_;
    result.ended = 1;
    last_ended_ = flight_.front();
    flight_.pop_front();
    out_beat_ = 0;
    ++ended_;
  }

  void watch_answers() {
    if (!dut_->m_key_valid || !dut_->m_key_ready) return;
    moved_ = cycle_;
    if (answered_ >= next_key_) return violation("m_key: an answer to no key");
    Answer& answer = answers[answered_++];
    answer.answered = cycle_;
    answer.slot = dut_->m_key_slot;
    answer.cause = dut_->m_key_cause;
    if (answer.slot != keys_[answered_ - 1].slot) violation("m_key: the slot of another key");
  }

  // Blocks in flight end silently, and the run with them; keys that have begun are answered, and one
  // on offer is not taken. Of a block or key that has begun to come in, the core reads and drops the
  // rest.
  uint32_t zeroise() {
    dut_->s_axis_tvalid = 0;
    dut_->s_key_valid = key_beat_ == 0;
    for (uint32_t i = 0; i < traffic_.zero_cycles; i++) {
      dut_->zeroise_i = 1;
      low_phase();
      if (dut_->s_key_valid && dut_->s_key_ready) violation("a key is taken during a zeroise");
      if (dut_->m_axis_tvalid || dut_->m_key_valid || dut_->slot_ready_o) {
        violation("an output is not gated by zeroise_i");
      }
      rising_edge();
    }
    dut_->zeroise_i = dut_->s_key_valid = 0;
    held_.forget();
    cycles[0] = cycle_;
    edge();
    do {
      if (beat_ > 0) offer_beat(*queue_.front().block);
      if (key_beat_ > 0) offer_key(keys_[next_key_]);
      low_phase();
      const bool took_block = dut_->s_axis_tvalid && dut_->s_axis_tready;
      const bool took_key = dut_->s_key_valid && dut_->s_key_ready;
      if (took_block || took_key) moved_ = cycle_;
      if (dut_->m_axis_tvalid) violation("a block that zeroise ended");
      watch_answers();
      rising_edge();
      if (took_block && ++beat_ == block_beats(*queue_.front().block)) beat_ = 0;
      if (took_key && ++key_beat_ == key_beats(keys_[next_key_])) key_beat_ = 0, ++next_key_;
      if (took_block) dut_->s_axis_tvalid = 0;
      if (took_key) dut_->s_key_valid = 0;
      dut_->m_key_ready = answer_gate_.open();
    } while ((dut_->busy_o || beat_ > 0 || key_beat_ > 0) && sane(traffic_.watchdog));
    if (answered_ != next_key_) violation("%u keys were taken, %u answered", next_key_, answered_);
    return static_cast<uint32_t>(violations);
  }

  void edge() {
    low_phase();
    rising_edge();
  }

  uint32_t bytes_;  // per beat
  Traffic traffic_{};
  const Key* keys_ = nullptr;
  std::deque<Waiting> queue_;
  std::deque<uint32_t> flight_;
  uint32_t key_count_ = 0, expected_ = 0, accepted_ = 0, ended_ = 0, answered_ = 0, next_key_ = 0;
  uint32_t key_beat_ = 0, beat_ = 0, out_beat_ = 0, last_ended_ = 0;
  Held<kBlock + 2> held_;
  Gate block_gate_, key_gate_, out_gate_, answer_gate_;
};

}  // namespace seal

extern "C" {

using seal::Harness;

Harness* seal_create(uint32_t seed, uint32_t width) { return new Harness(seed, width); }

uint32_t seal_run(Harness* harness, const seal::Block* blocks, uint32_t block_count,
                  const seal::Key* keys, uint32_t key_count, const seal::Traffic* traffic) {
  return harness->run(blocks, block_count, keys, key_count, *traffic);
}
uint32_t seal_chains(Harness* harness, seal::Chain* chains, uint32_t count,
                     const seal::Traffic* traffic) {
  return harness->chains(chains, count, *traffic);
}

// Views of the last run's results, valid until the next one.
const void* seal_results(Harness* harness) { return harness->results.data(); }
const void* seal_answers(Harness* harness) { return harness->answers.data(); }
}
