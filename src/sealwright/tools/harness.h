// SPDX-License-Identifier: Apache-2.0
//
// What the bulk harness of every core has: the model with a random initial state, its clock and
// reset, a report of what was wrong, a watchdog, waveforms, ports as bytes, and the functions that
// sealwright.tools.simulation calls. A harness is a class made from Bench, in the one source file
// of a shared library.
//
// One cycle: inputs are chosen, the low phase settles the logic, handshakes are sampled as the
// rising edge will see them, the edge. A cycle's number is that of the edge which ends it.
// Byte 0 of every string is bits [7:0] of its port, so strings are copied as they are.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "Vtop.h"
#include "gate.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

namespace seal {

constexpr uint64_t kNever = ~uint64_t{0};
constexpr int kResetCycles = 4;
constexpr int kSweepCycles = 4096;  // more than any core's
constexpr size_t kMaxViolations = 20;  // later ones are consequences

// A port of any width from bytes and to bytes; what it has more is zero.
template <typename T>
void put(T& port, const uint8_t* bytes, size_t n) {
  std::memset(&port, 0, sizeof port);
  std::memcpy(&port, bytes, std::min(n, sizeof port));
}
template <typename T>
void get(const T& port, uint8_t* bytes, size_t n) {
  std::memcpy(bytes, &port, std::min(n, sizeof port));
}

// What a stream offered in the cycle before and was not taken: it must still be there.
template <size_t kBytes>
class Held {
 public:
  void forget() { stalled_ = false; }

  // What is wrong with the offer of this cycle, nullptr if nothing is; `exempt`: it may change.
  const char* watch(bool valid, bool ready, const void* payload, bool exempt = false) {
    const char* wrong = nullptr;
    if (stalled_ && !exempt) {
      if (!valid)
        wrong = "valid fell while stalled";
      else if (std::memcmp(payload, payload_, kBytes) != 0)
        wrong = "payload changed while stalled";
    }
    stalled_ = valid && !ready;
    std::memcpy(payload_, payload, kBytes);
    return wrong;
  }

 private:
  bool stalled_ = false;
  uint8_t payload_[kBytes] = {};
};

#if VM_TRACE
// The file of a waveform. On a full disk Verilator's own ends the process, or waits for ever for a
// lock that it holds; this one keeps the reason, and the run ends as usual.
class WaveFile final : public VerilatedVcdFile {
 public:
  bool open(const std::string& name) override {
    const bool opened = VerilatedVcdFile::open(name);
    error = opened ? 0 : errno;
    return opened;
  }
  ssize_t write(const char* bytes, ssize_t size) override {
    const ssize_t written = VerilatedVcdFile::write(bytes, size);
    if (written >= 0 || errno == EAGAIN || errno == EINTR) return written;
    error = errno;
    return size;
  }

  int error = 0;
};
#endif

class Bench;
inline thread_local Bench* running = nullptr;  // where a failing assertion is reported

class Bench {
 public:
  explicit Bench(uint32_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed));
    context_.traceEverOn(VM_TRACE);
    running = this;
    dut_ = std::make_unique<Vtop>(&context_);
  }
  virtual ~Bench() { stop_trace(), running = nullptr; }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  virtual void reset() = 0;

  void violation(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char text[1024];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof text, format, args);
    va_end(args);
    report += "cycle " + std::to_string(cycle_) + ": " + text + "\n";
    ++violations;
  }

  uint64_t cycle() const { return cycle_; }

  // Waveform of `count` cycles, beginning `delay` cycles from now.
  void trace([[maybe_unused]] const char* path, uint64_t delay, uint64_t count) {
    stop_trace();
#if VM_TRACE
    vcd_ = std::make_unique<VerilatedVcdC>(&wave_);
    dut_->trace(vcd_.get(), 99);
    vcd_->open(path);
#endif
    trace_from_ = cycle_ + delay;
    trace_to_ = trace_from_ + count;
  }

  void stop_trace() {
#if VM_TRACE
    if (vcd_) vcd_->close();
    vcd_.reset();
#endif
  }

  // Why the last waveform is not complete, as in errno; 0 if it is, or if it has been told.
  int trace_error() {
#if VM_TRACE
    return std::exchange(wave_.error, 0);
#else
    return 0;
#endif
  }

  std::string report;  // of the last run, one line per violation
  size_t violations = 0;
  uint64_t cycles[2] = {0, 0};  // of the last run: first, one past the last

 protected:
  // What has not happened yet, for the report of a run that is stuck.
  virtual std::string outstanding() const = 0;

  // A run begins, with nothing wrong.
  void begin_run() {
    running = this;
    report.clear();
    violations = 0;
    cycles[0] = moved_ = cycle_;
  }

  // Whether a run may go on: something has moved lately, and not too much is wrong.
  bool sane(uint32_t watchdog) {
    cycles[1] = cycle_;
    const bool stuck = cycle_ - moved_ > watchdog;
    if (stuck) {
      violation("stuck: nothing moved for %u cycles; %s", watchdog, outstanding().c_str());
    }
    return !stuck && violations < kMaxViolations;
  }

  // Pulses rst_ni and waits for the end of the sweep behind it; `watch` gets the outputs of each
  // cycle.
  template <typename Watch>
  void pulse_reset(Watch watch) {
    begin_run();
    dut_->rst_ni = 1;  // the design needs its falling edge
    dut_->clk_i = 0;
    dut_->eval();
    dut_->rst_ni = 0;
    for (int i = 0; i < kResetCycles; i++) {
      low_phase();
      watch();
      rising_edge();
    }
    dut_->rst_ni = 1;
    for (int i = 0; i < kSweepCycles; i++) {
      low_phase();
      if (!dut_->busy_o) break;
      watch();
      rising_edge();
    }
  }

  void low_phase() {
    const bool tracing = cycle_ >= trace_from_ && cycle_ < trace_to_;
    if (tracing) {  // the picture shows inputs that change with the edge, as in a circuit
      dut_->eval();
      dump(10 * cycle_);
    }
    dut_->clk_i = 0;
    dut_->eval();
    if (tracing) dump(10 * cycle_ + 5);
  }

  void rising_edge() {
    dut_->clk_i = 1;
    dut_->eval();
    context_.timeInc(10);
    ++cycle_;
  }

  VerilatedContext context_;
  std::unique_ptr<Vtop> dut_;
  uint64_t cycle_ = 0, moved_ = 0;  // now, and the cycle of the last handshake

 private:
  void dump([[maybe_unused]] uint64_t time) {
#if VM_TRACE
    if (vcd_) vcd_->dump(time);
#endif
  }

#if VM_TRACE
  WaveFile wave_;
  std::unique_ptr<VerilatedVcdC> vcd_;
#endif
  uint64_t trace_from_ = 0, trace_to_ = 0;
};

}  // namespace seal

// Replaces Verilator's handler, which ends the process.
void vl_stop(const char* filename, int line, const char*) {
  if (seal::running == nullptr) return;
  const char* slash = std::strrchr(filename, '/');
  seal::running->violation("assertion failed: %s:%d", slash ? slash + 1 : filename, line);
}

extern "C" {

void seal_destroy(seal::Bench* bench) { delete bench; }
void seal_reset(seal::Bench* bench) { bench->reset(); }
void seal_trace(seal::Bench* bench, const char* path, uint64_t delay, uint64_t count) {
  bench->trace(path, delay, count);
}
void seal_stop_trace(seal::Bench* bench) { bench->stop_trace(); }
int seal_trace_error(seal::Bench* bench) { return bench->trace_error(); }

// Views of the last run, valid until the next one.
const char* seal_report(seal::Bench* bench) { return bench->report.c_str(); }
const uint64_t* seal_cycles(seal::Bench* bench) { return bench->cycles; }
}
