// SPDX-License-Identifier: Apache-2.0
//
// Fewest XOR gates that make given sums of eight inputs, exactly: linear LIMIT MOST < problems
//
// A sum is a vector of GF(2)^8, written as a byte; the inputs are the unit vectors. A program is a
// sequence of bytes, each the sum of two that are inputs or stand before it: one gate for each. Its
// bytes are the wanted ones (without inputs and repetitions) and some extra ones, and the question
// is how few extra ones, and which. There are only 256 bytes, so every set of extra ones can be
// tried. `sums` has the bytes that can be made next. Wanted bytes among them are made at once,
// since that never costs anything; then each of the others is tried as the next extra byte. A byte
// whose trial is finished need not be an extra byte in the trials that follow it.
//
// Each line of the input is a problem: the wanted bytes in decimal. The answer is one line with the
// number of smallest programs, at most MOST, and one line for each: its bytes in an order in which
// they can be made. There are none if more than LIMIT extra bytes are needed.

#include <bitset>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bytes = std::bitset<256>;

struct Program {
  std::vector<int> order;  // the inputs, then the gates
  Bytes made, sums;        // bytes made, and those that are a sum of two of them

  void add(int byte) {
    for (const int other : order) sums.set(other ^ byte);
    order.push_back(byte);
    made.set(byte);
  }

  // Makes every wanted byte that can be made
  void close(const Bytes& wanted) {
    for (Bytes ready = wanted & sums & ~made; ready.any(); ready = wanted & sums & ~made)
      add(static_cast<int>(ready._Find_first()));
  }
};

// Adds the programs with `extra` more bytes at most, until there are `most`.
void search(Program program, const Bytes& wanted, int extra, Bytes tried, std::size_t most,
            std::vector<std::vector<int>>& found) {
  program.close(wanted);
  const Bytes left = wanted & ~program.made;
  if (left.none()) found.push_back(program.order);
  if (left.none() || extra == 0) return;
  Bytes candidates = program.sums & ~program.made & ~tried;
  if (extra == 1) {  // the last one has to help at once
    Bytes useful;
    for (const int byte : program.order)
      for (auto w = left._Find_first(); w < 256; w = left._Find_next(w)) useful.set(w ^ byte);
    candidates &= useful;
  }
  for (auto byte = candidates._Find_first(); byte < 256 && found.size() < most;
       byte = candidates._Find_next(byte)) {
    Program next = program;
    next.add(static_cast<int>(byte));
    search(next, wanted, extra - 1, tried, most, found);
    tried.set(byte);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: linear LIMIT MOST < problems\n";
    return 2;
  }
  const int limit = std::atoi(argv[1]);
  const std::size_t most = std::strtoul(argv[2], nullptr, 10);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    Bytes wanted;
    for (int byte; words >> byte;) wanted.set(byte);
    std::vector<std::vector<int>> found;
    for (int extra = 0; extra <= limit && found.empty(); extra++) {
      Program program;
      program.made.set(0);
      for (int i = 0; i < 8; i++) program.add(1 << i);
      search(program, wanted, extra, {}, most, found);
    }
    std::cout << found.size() << '\n';
    for (const auto& order : found)
      for (std::size_t i = 8; i < order.size(); i++)
        std::cout << order[i] << (i + 1 < order.size() ? ' ' : '\n');
  }
}
