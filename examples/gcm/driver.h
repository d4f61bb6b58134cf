// SPDX-License-Identifier: Apache-2.0
//
// A driver of seal_gcm for Verilator in C++: keys and messages as strings of bytes.
//
//   Gcm gcm;
//   gcm.load_key(0, key);
//   Answer sealed = gcm.message(Seal, 0, iv, aad, text);
//   Answer opened = gcm.message(Open, 0, iv, aad, sealed.text, sealed.tag);
//
// One message at a time; sinks are always ready. Inputs change while the clock is low, and
// everything is sampled just before it rises.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vseal_gcm.h"

using Bytes = std::vector<uint8_t>;
enum Op { Seal, Open, Counter };
enum Section { SecIv, SecAad, SecText, SecTag };

// The packet of a message and its status; of a refused one, nothing may be used.
struct Answer {
  bool passed = false;
  unsigned cause = 0;
  Bytes aad, text, tag;
};

class Gcm {
 public:
  // Reset, and the sweep of the memories after it.
  Gcm() {
    top->s_key_valid = top->s_cmd_valid = top->s_axis_tvalid = top->zeroise_i = 0;
    top->m_key_ready = top->m_axis_tready = top->m_status_ready = 1;
    top->rst_ni = 0;
    cycle();
    cycle();
    top->rst_ni = 1;
    do cycle(); while (top->busy_o);
  }
  ~Gcm() { top->final(); }

  // The cause of m_key: 0 if the slot has the key.
  unsigned load_key(unsigned slot, const Bytes &key, unsigned min_tag = 16) {
    if (key.size() != 16 && key.size() != 24 && key.size() != 32) {
      throw std::invalid_argument("load_key: a key has 16, 24 or 32 bytes");
    }
    top->s_key_valid = 1;
    top->s_key_slot = slot;
    top->s_key_size = (key.size() - 16) / 8;
    top->s_key_min_tag = min_tag;
    top->s_key_short_tags = min_tag < 12;
    put(top->s_key_data, 8, key);
    waited = 0;
    while (true) {
      settle();
      const bool taken = top->s_key_ready, answered = top->m_key_valid;
      const unsigned cause = top->m_key_cause;
      rise();
      if (taken) top->s_key_valid = 0;
      if (answered) return cause;
    }
  }

  // An IV of other than 12 bytes goes with the data.
  Answer message(Op op, unsigned slot, const Bytes &iv, const Bytes &aad = {},
                 const Bytes &text = {}, const Bytes &tag = {}, unsigned tag_len = 16) {
    const bool in_data = iv.size() != 12;
    top->s_cmd_valid = 1;
    top->s_cmd_op = op;
    top->s_cmd_slot = slot;
    top->s_cmd_iv_in_data = in_data;
    top->s_cmd_tag_len = tag_len;
    top->s_cmd_id = 0;
    put(top->s_cmd_iv, 3, in_data ? Bytes{} : iv);

    std::vector<Beat> beats;
    if (in_data) add(beats, SecIv, iv);
    add(beats, SecAad, aad);
    add(beats, SecText, text);
    add(beats, SecTag, tag);
    if (beats.empty()) beats.push_back({SecText, {}});   // a message of nothing: a null beat

    Answer answer;
    waited = 0;
    for (size_t next = 0;;) {
      const bool more = next < beats.size();
      top->s_axis_tvalid = more;
      if (more) offer(beats[next], next + 1 == beats.size());
      settle();
      if (top->m_axis_tvalid) collect(answer);
      const bool taken = top->s_cmd_ready;
      next += more && top->s_axis_tready;
      const bool ended = top->m_status_valid;
      answer.passed = top->m_status_pass;
      answer.cause = top->m_status_cause;
      rise();
      if (taken) top->s_cmd_valid = 0;
      if (ended) return answer;
    }
  }

 private:
  struct Beat {
    Section section;
    Bytes data;
  };
  std::unique_ptr<Vseal_gcm> top = std::make_unique<Vseal_gcm>();
  int waited = 0;   // cycles of the call

  void settle() {
    top->clk_i = 0;
    top->eval();
  }
  void rise() {
    top->clk_i = 1;
    top->eval();
    if (++waited > 1'000'000) throw std::runtime_error("seal_gcm: nothing moves any more");
  }
  void cycle() {
    settle();
    rise();
  }

  // Byte 0 is in bits [7:0] of word 0.
  template <class Port>
  static void put(Port &port, size_t words, const Bytes &data) {
    for (size_t i = 0; i < words; i++) port[i] = 0;
    for (size_t i = 0; i < data.size(); i++) port[i / 4] |= uint32_t(data[i]) << (8 * (i % 4));
  }
  static void add(std::vector<Beat> &beats, Section section, const Bytes &data) {
    for (size_t at = 0; at < data.size(); at += 16) {
      const auto end = data.begin() + std::min(at + 16, data.size());
      beats.push_back({section, Bytes(data.begin() + at, end)});
    }
  }
  void offer(const Beat &beat, bool last) {
    put(top->s_axis_tdata, 4, beat.data);
    top->s_axis_tkeep = (1u << beat.data.size()) - 1;
    top->s_axis_tlast = last;
    top->s_axis_tuser = beat.section;
  }
  void collect(Answer &answer) {
    const unsigned section = top->m_axis_tuser & 3;
    Bytes &string = section == SecAad ? answer.aad : section == SecTag ? answer.tag : answer.text;
    for (unsigned i = 0; i < 16 && (top->m_axis_tkeep >> i & 1); i++) {
      string.push_back(top->m_axis_tdata[i / 4] >> (8 * (i % 4)));
    }
  }
};
