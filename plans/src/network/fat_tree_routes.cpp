// SPDX-License-Identifier: Apache-2.0
// With block sizes s(l), level l has hosts / s(l) blocks of columns(l) = s(l - 1) switches. A
// switch in column c has cables to the columns c, c + columns(l), c + 2 columns(l), … of the level
// above, as many as below it. So each level has as many cables as there are hosts.
#include "network/routes.h"

namespace bamboo::plans {

FatTreeRoutes::FatTreeRoutes(const std::vector<int>& extents) : sizes_{1} {
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
    sizes_.push_back(sizes_.back() * *extent);
}

int FatTreeRoutes::switches() const {
  return vertex(levels() + 1, 0, 0) - hosts();
}

int FatTreeRoutes::vertex(int level, int block, int column) const {
  int first = 0;
  for (int below = 0; below < level; ++below) first += hosts() / sizes_[below] * columns(below);
  return first + (level > levels() ? 0 : block * columns(level) + column);
}

std::vector<Cable> FatTreeRoutes::cables(double rate, double latency) const {
  std::vector<Cable> out;
  for (int level = 0; level < levels(); ++level)
    for (int block = 0; block < hosts() / sizes_[level]; ++block)
      for (int column = 0; column < columns(level); ++column)
        for (int up = 0; up < degree_above(level); ++up)
          out.push_back({vertex(level, block, column),
                         vertex(level + 1, block * sizes_[level] / sizes_[level + 1],
                                column + up * columns(level)),
                         rate, latency});
  return out;
}

int FatTreeRoutes::cable(int level, int host, int to) const {
  const int column = to % columns(level), up = to / columns(level) % degree_above(level);
  const int at = host / sizes_[level] * columns(level) + column;
  return level * hosts() + at * degree_above(level) + up;
}

void FatTreeRoutes::append(int from, int to, std::vector<int>& links) const {
  int level = 0;
  for (; from / sizes_[level] != to / sizes_[level]; ++level)
    links.push_back(2 * cable(level, from, to));
  while (level-- > 0) links.push_back(2 * cable(level, to, to) + 1);
}

}  // namespace bamboo::plans
