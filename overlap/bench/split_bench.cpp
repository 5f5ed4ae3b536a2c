// SPDX-License-Identifier: Apache-2.0
// Compares the cost of inspecting the unpacking of six faces, cell by cell, with the cost of the
// sweep behind it, which is split: split_bench [POINTS ALONG AN AXIS].
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runtime/splitting/nest_trial.h"
#include "runtime/test/described_nest.h"

using namespace bamboo::overlap;

namespace {

struct Mesh {
  size_t n, row, plane;
  std::vector<double> cells;
  explicit Mesh(size_t points) : n(points), row(n + 2), plane(row * row), cells(plane * row) {}
  size_t at(size_t i, size_t j, size_t k) const { return i * plane + j * row + k; }
  uint64_t address(size_t cell) const { return reinterpret_cast<uint64_t>(&cells[cell]); }
};

double milliseconds(auto&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

void describe(bamboo_split* split, const Mesh& from, const Mesh& to) {
  NestShape shape{.loops = std::vector<LoopShape>(3, {.may_cut = true})};
  std::array<uint64_t, 3 + 7 * 5> row = {from.n, from.n, from.n};
  const auto access = [&](const Mesh& mesh, size_t cell, AccessKind kind) {
    const size_t place = 3 + 5 * shape.accesses.size();
    shape.accesses.push_back({.kind = kind, .loops = {0, 1, 2}});
    for (size_t i = 0; const uint64_t number :
                       {uint64_t{8}, mesh.address(cell), 8 * mesh.plane, 8 * mesh.row, uint64_t{8}})
      row[place + i++] = number;
  };
  const size_t first = from.at(1, 1, 1);
  for (const size_t step : {from.plane, from.row, size_t{1}}) {
    access(from, first - step, AccessKind::Read);
    access(from, first + step, AccessKind::Read);
  }
  access(to, first, AccessKind::Written);
  bamboo::overlap::describe(split, shape, row);
}

/// Makes one call for each ghost cell, as the compiler's copy of the unpacking does.
void look_at_faces(bamboo_split* split, const Mesh& mesh) {
  const auto look = [&](int face, auto&& cell) {
    bamboo_split_group(split);
    for (size_t a = 1; a <= mesh.n; ++a)
      for (size_t b = 1; b <= mesh.n; ++b)
        bamboo_split_touch(split, face, mesh.address(cell(a, b)), 8, 1);
  };
  for (const size_t ghost : {size_t{0}, mesh.n + 1}) {
    const int side = ghost == 0 ? 0 : 1;
    look(side, [&](size_t a, size_t b) { return mesh.at(ghost, a, b); });
    look(2 + side, [&](size_t a, size_t b) { return mesh.at(a, ghost, b); });
    look(4 + side, [&](size_t a, size_t b) { return mesh.at(a, b, ghost); });
  }
}

void sweep(const Mesh& from, Mesh& to) {
  const double* u = from.cells.data();
  for (size_t i = 1; i <= from.n; ++i)
    for (size_t j = 1; j <= from.n; ++j)
      for (size_t k = 1; k <= from.n; ++k) {
        const size_t c = from.at(i, j, k);
        to.cells[c] = u[c - 1] + u[c + 1] + u[c - from.row] + u[c + from.row] + u[c - from.plane] +
                      u[c + from.plane];
      }
}

}  // namespace

int main(int count, char** arguments) {
  const size_t n = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 256;
  const Mesh from(n);
  Mesh to(n);
  nest_choice() = NestChoice::Split;
  bool has_core = false;
  double look = 1e30, whole = 1e30;
  for (int round = 0; round < 5; ++round) {
    bamboo_split_site site = {};
    look = std::min(look, milliseconds([&] {
                      bamboo_split* split = bamboo_split_begin(&site);
                      describe(split, from, to);
                      look_at_faces(split, from);
                      has_core = bamboo_split_core(split) != 0;
                      while (bamboo_split_rest(split) != 0) {
                      }
                    }));
    whole = std::min(whole, milliseconds([&] { sweep(from, to); }));
  }
  std::printf("%zu^3 points: looking at six faces %.2f ms, the sweep %.2f ms, %s core\n", n, look,
              whole, has_core ? "a" : "no");
  return 0;
}
