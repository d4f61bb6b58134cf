// SPDX-License-Identifier: Apache-2.0
//
// Fewest XOR gates that make given sums of eight inputs, exactly: linear LIMIT MOST < problems
//
// Sums are vectors of GF(2)^8, bytes; the inputs are its unit vectors. A program without waste is a
// set of bytes that contains the wanted ones and in which every byte is the sum of two that come
// before it or are inputs: as many gates as bytes. So it is the wanted bytes, without inputs and
// repetitions, and some more, and the question is only how few more, and which. With so few bytes
// in all, every set of extra bytes can be tried: which of them can be made at a given moment is
// kept as a set of its own (`sums`), all wanted bytes that can be made are made at once (that never
// hurts), and the next extra byte is one of those that can be made now. A byte that was tried as
// the next one, with all that follows, need not be among the extra bytes of its neighbours.
//
// Each line of the input is a problem: the wanted bytes in decimal. Answered by the number of
// smallest programs in a line, and each of them in a line: its bytes in an order in which they can
// be made. None if more than LIMIT extra bytes are needed; no more than MOST.

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
