// SPDX-License-Identifier: Apache-2.0
//
// The lattice of search.cpp in LUTs of six inputs: tables LEVELS TWO STEPS SEED
//
// A look-up table makes any sum of up to six points, so the points between cost nothing while a sum
// has no more than six terms. The first 2^levels points of row 0 are given; the others of row 0 are
// sums of four of these (the recurrence of the field). The search is for the smallest set of points
// that contains the wanted ones, each of them a sum of at most six others. Simulated annealing: add
// some points, then drop all that are not needed.
//
// Prints "k j code" for each point of the set and each point between; code as in
// scripts/generate_lattice.py.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <random>
#include <vector>

namespace {

constexpr int kInputs = 6, kRecurrence = 4, kNever = 99;

struct Pair {
  int first, second, code;
};

struct Lattice {
  int rows, columns, size = 0;
  std::vector<std::vector<Pair>> triangles;
  std::vector<char> given, wanted, present;
  std::vector<int> cost, code;
  std::vector<Pair> best;

  Lattice(int levels, bool two) : rows(1 << levels), columns(2 * rows - 1 + two) {
    const int points = rows * columns;
    triangles.resize(points);
    given.assign(points, 0), wanted = present = given;
    cost.assign(points, kNever), code.assign(points, 0), best.resize(points);
    for (int k = 0; k < rows; k++)
      for (int j = 0; j + k < columns; j++)
        for (int i = 0; k + (1 << i) < rows && j + k + (1 << i) < columns; i++) {
          const int h = 1 << i, a = at(k, j), b = at(k, j + h), c = at(k + h, j);
          triangles[c].push_back({a, b, i << 2 | 1});
          triangles[a].push_back({b, c, i << 2 | 2});
          triangles[b].push_back({a, c, i << 2 | 3});
        }
    for (int j = 0; j < rows; j++) given[at(0, j)] = 1;
    for (int k = 0; k < rows; k++)
      for (int j = 0; j < rows; j++)
        if ((j | k) == rows - 1)
          for (int d = 0; d <= two; d++) wanted[at(k, j + d)] = !given[at(k, j + d)];
  }

  int at(int k, int j) const { return k * columns + j; }
  bool inside(int point) const { return point / columns + point % columns < columns; }

  // How many of the points that exist each of the others is a sum of; Knuth's algorithm.
  void measure(const std::vector<char>& there) {
    std::vector<std::vector<int>> queue(kInputs + 1);
    std::vector<char> done(there.size(), 0);
    std::fill(cost.begin(), cost.end(), kNever);
    for (size_t e = 0; e < there.size(); e++)
      if (there[e]) cost[e] = 1, queue[1].push_back(e);
    for (int j = rows; j < columns; j++)
      if (!there[at(0, j)]) cost[at(0, j)] = kRecurrence, queue[kRecurrence].push_back(at(0, j));
    for (int n = 1; n <= kInputs; n++)
      for (size_t i = 0; i < queue[n].size(); i++) {
        const int e = queue[n][i];
        if (done[e] || cost[e] != n) continue;
        done[e] = 1;
        for (const Pair& t : triangles[e])
          for (int side = 0; side < 2; side++) {
            const int x = side ? t.first : t.second, z = side ? t.second : t.first;
            if (!done[x] || done[z] || n + cost[x] > kInputs || n + cost[x] >= cost[z]) continue;
            cost[z] = n + cost[x];
            best[z] = {e, x, 0};
            queue[cost[z]].push_back(z);
          }
      }
  }

  // Notes how a point is made, and the points on the way.
  void note(int point, const std::vector<char>& there) {
    const bool recurring = point < columns && !present[point];
    if (given[point] || code[point] || recurring) return;
    if (point < columns) return;
    for (const Pair& t : triangles[point])
      if ((t.first == best[point].first && t.second == best[point].second) ||
          (t.second == best[point].first && t.first == best[point].second))
        code[point] = t.code;
    for (int corner : {best[point].first, best[point].second})
      if (!there[corner]) note(corner, there);
  }

  // Can all that is present be made, round by round?
  bool closed(bool noting = false) {
    std::vector<char> there = given;
    for (int made = 0; made < size;) {
      measure(there);
      std::vector<int> next;
      for (size_t e = 0; e < there.size(); e++)
        if (present[e] && !there[e] && cost[e] <= kInputs) next.push_back(e);
      if (next.empty()) return false;
      for (int e : next)
        if (noting) note(e, there);
      for (int e : next) there[e] = 1;
      made += next.size();
    }
    return true;
  }

  void add(int point) { size += !present[point], present[point] = 1; }

  void prune(std::mt19937& random) {
    std::vector<int> spare;
    for (size_t e = 0; e < present.size(); e++)
      if (present[e] && !wanted[e]) spare.push_back(e);
    std::shuffle(spare.begin(), spare.end(), random);
    for (int e : spare) {
      present[e] = 0, size--;
      if (!closed()) present[e] = 1, size++;
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::cerr << "tables LEVELS TWO STEPS SEED\n", 2;
  const bool two = std::atoi(argv[2]) != 0;
  const long steps = std::atol(argv[3]);
  Lattice lattice(std::atoi(argv[1]), two);
  std::mt19937 random(std::atoi(argv[4]));
  std::vector<int> others;
  for (size_t e = 0; e < lattice.given.size(); e++) {
    if (lattice.given[e] || !lattice.inside(e)) continue;
    if (!lattice.wanted[e]) others.push_back(e);
    lattice.add(e);
  }
  lattice.prune(random);
  std::vector<char> smallest = lattice.present;
  int best = lattice.size;
  for (long i = 0; i < steps; i++) {
    const std::vector<char> before = lattice.present;
    const int size = lattice.size;
    for (int n = 1 + random() % 3; n > 0; n--) lattice.add(others[random() % others.size()]);
    lattice.prune(random);
    const double temperature = 0.5 * (1 - static_cast<double>(i) / steps) + 0.001;
    if (std::exp((size - lattice.size) / temperature) < (random() % 1000000) / 1e6)
      lattice.present = before, lattice.size = size;
    if (lattice.size < best) best = lattice.size, smallest = lattice.present;
  }
  lattice.present = smallest, lattice.size = best;
  lattice.closed(true);
  std::cerr << "levels " << argv[1] << ", two " << two << ": " << best << " LUTs\n";
  for (int e = 0; e < static_cast<int>(lattice.code.size()); e++)
    if (lattice.code[e])
      std::cout << e / lattice.columns << ' ' << e % lattice.columns << ' ' << lattice.code[e]
                << '\n';
}
