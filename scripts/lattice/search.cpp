// SPDX-License-Identifier: Apache-2.0
//
// Fewest XOR gates for the key side of a Toeplitz product: search LEVELS TWO STEPS SEED
//
// With z the shift of a sequence t, the windows at the bottom of `levels` splits are elements
// e(k, j) = element j of (1 + z)^k t, k < 2^levels, and because (1 + z)^h = 1 + z^h for h = 2^i,
//
//   e(k + h, j) = e(k, j) + e(k, j + h)
//
// for every such h: in a lattice of points (k, j), one XOR makes any corner of such a triangle from
// the two others. Row 0 is given; wanted are the points with j | k = 2^levels - 1 (and, if TWO, the
// next one in their row). A set of points that can be made from row 0 without leaving the set is a
// circuit with one gate for each point. Simulated annealing: add one to three points that can be
// made, drop neighbours that nothing needs, keep the result if it is smaller, or by chance.
//
// Prints the points of the best set found, one "k j" in each line.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

namespace {

struct Lattice {
  struct Pair {
    int first, second;
  };

  int rows, columns;
  std::vector<std::vector<Pair>> triangles;  // of each point: its two other corners
  std::vector<char> wanted, present;
  std::vector<int> ways;  // triangles whose two other corners are present
  int size = 0;           // points present, without row 0

  Lattice(int levels, bool two)
      : rows(1 << levels), columns(two ? 2 * rows : 2 * rows - 1) {
    const int points = rows * columns;
    triangles.resize(points);
    wanted.assign(points, 0);
    present.assign(points, 0);
    ways.assign(points, 0);
    for (int k = 0; k < rows; k++)
      for (int j = 0; j + k < columns; j++)
        for (int h = 1; k + h < rows && j + k + h < columns; h *= 2) {
          const int a = at(k, j), b = at(k, j + h), c = at(k + h, j);
          triangles[a].push_back({b, c});
          triangles[b].push_back({a, c});
          triangles[c].push_back({a, b});
        }
    for (int j = 0; j < columns; j++) add(at(0, j));
    for (int k = 1; k < rows; k++)
      for (int j = 0; j < rows; j++)
        if ((j | k) == rows - 1) {
          wanted[at(k, j)] = 1;
          if (two) wanted[at(k, j + 1)] = 1;
        }
    size = 0;
  }

  int at(int k, int j) const { return k * columns + j; }
  bool given(int point) const { return point < columns; }

  void flip(int point, int by) {
    present[point] = by > 0;
    size += by;
    for (const Pair& t : triangles[point]) {
      if (present[t.first]) ways[t.second] += by;
      if (present[t.second]) ways[t.first] += by;
    }
  }
  void add(int point) { flip(point, 1); }
  void remove(int point) { flip(point, -1); }

  // Splitting from the top: what the plain recursion makes.
  void split(int width, int offset, int k, bool two) {
    if (width == 1) return;
    const int h = width / 2, window = two ? 2 * width : 2 * width - 1;
    for (int j = offset; j + h < offset + window; j++)
      if (!present[at(k | h, j)]) add(at(k | h, j));
    split(h, offset, k | h, two);
    split(h, offset + h, k | h, two);
    split(h, offset + h, k, two);
  }

  // Can all that is present be made from row 0?
  bool closed() {
    static std::vector<int> reached, stack;
    static int now = 0;
    reached.resize(present.size());
    now++;
    stack.clear();
    for (int j = 0; j < columns; j++) reached[j] = now, stack.push_back(j);
    int made = 0;
    while (!stack.empty()) {
      const int point = stack.back();
      stack.pop_back();
      for (const Pair& t : triangles[point]) {
        const bool first = reached[t.first] == now, second = reached[t.second] == now;
        if (first == second) continue;
        const int next = first ? t.second : t.first;
        if (!present[next]) continue;
        reached[next] = now;
        stack.push_back(next);
        made++;
      }
    }
    return made == size;
  }

  // Remove a point that nothing needs.
  bool drop(int point) {
    for (const Pair& t : triangles[point]) {
      if (!present[t.first] || !present[t.second]) continue;
      if (!given(t.first) && ways[t.first] == 1) return false;
      if (!given(t.second) && ways[t.second] == 1) return false;
    }
    remove(point);
    if (closed()) return true;
    add(point);
    return false;
  }

  bool spare(int point) const { return present[point] && !given(point) && !wanted[point]; }
};

struct Search {
  Lattice& lattice;
  std::mt19937 random;
  std::vector<int> changes;  // point if it was added, ~point if it was removed

  int below(int n) { return static_cast<int>(random() % n); }

  void drop_spare(std::vector<int>& points) {
    std::shuffle(points.begin(), points.end(), random);
    for (int point : points)
      if (lattice.spare(point) && lattice.drop(point)) changes.push_back(~point);
  }

  // An absent neighbour that can be made, or -1.
  int neighbour(int point) {
    for (int attempt = 0; attempt < 6; attempt++) {
      const auto& t = lattice.triangles[point][below(lattice.triangles[point].size())];
      const int next = below(2) ? t.first : t.second;
      if (!lattice.present[next] && lattice.ways[next] > 0) return next;
    }
    return -1;
  }

  void step(double temperature) {
    const int before = lattice.size;
    int point = below(lattice.present.size());
    if (lattice.present[point] || lattice.ways[point] < 1 + (below(3) > 0)) return;
    changes.clear();
    std::vector<int> added, around;
    for (int more = 1 + below(3); more > 0 && point >= 0; more--) {
      lattice.add(point);
      changes.push_back(point);
      added.push_back(point);
      point = neighbour(point);
    }
    for (int a : added)
      for (const auto& t : lattice.triangles[a]) around.insert(around.end(), {t.first, t.second});
    drop_spare(around);
    if (lattice.size > before) drop_spare(added);
    const double chance = std::exp((before - lattice.size) / temperature);
    if (chance >= (random() % 1000000) / 1e6) return;
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
      *change >= 0 ? lattice.remove(*change) : lattice.add(~*change);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return std::cerr << "search LEVELS TWO STEPS SEED\n", 2;
  const int levels = std::atoi(argv[1]);
  const bool two = std::atoi(argv[2]) != 0;
  const long steps = std::atol(argv[3]);
  Lattice lattice(levels, two);
  lattice.split(lattice.rows, 0, 0, two);
  const int plain = lattice.size;
  Search search{lattice, std::mt19937(std::atoi(argv[4])), {}};
  std::vector<int> all(lattice.present.size());
  for (size_t i = 0; i < all.size(); i++) all[i] = i;
  search.drop_spare(all);
  std::vector<char> best = lattice.present;
  int smallest = lattice.size;
  for (long i = 0; i < steps; i++) {
    search.step(0.3 * (1 - static_cast<double>(i) / steps) + 0.001);
    if (lattice.size < smallest) smallest = lattice.size, best = lattice.present;
  }
  std::cerr << "levels " << levels << ", two " << two << ": " << smallest << " points, " << plain
            << " by plain splitting\n";
  for (int k = 1; k < lattice.rows; k++)
    for (int j = 0; j < lattice.columns; j++)
      if (best[lattice.at(k, j)]) std::cout << k << ' ' << j << '\n';
}
