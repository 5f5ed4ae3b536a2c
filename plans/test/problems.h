// SPDX-License-Identifier: Apache-2.0
// Collective operations to plan: all ranks' problems, and their plans.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {
inline void PrintTo(const Algorithm& algorithm, std::ostream* out) {
  *out << algorithm.name;
}
}  // namespace bamboo::plans

namespace bamboo::plans::test {

/// Whether Problem::in_place is allowed for this operation.
inline bool may_be_in_place(Operation o) {
  return o != Operation::Barrier && o != Operation::Bcast && o != Operation::Alltoall &&
         o != Operation::Alltoallv && o != Operation::ReduceScatter &&
         o != Operation::ReduceScatterBlock && !is_of_neighbours(o);
}

/// The units that rank `from` has for rank `to`, with zeros among the counts; at most 2 * count.
inline std::size_t irregular_count(int from, int to, std::size_t count) {
  const unsigned mixed = ((from + 1) * 2654435761u ^ (to + 1) * 2246822519u) >> 16;
  return mixed % 3 == 0 ? 0 : mixed % (2 * count + 1);
}

/// How many edges go from one rank to another, or to itself.
inline int edges_between(int from, int to) {
  const unsigned mixed = ((from + 3) * 2246822519u ^ (to + 5) * 2654435761u) >> 13;
  return mixed % 5 < 3 ? 0 : static_cast<int>(mixed % 5) - 2;
}

/// Adds the edges of a graph. For an allgather all edges of a rank have equal units.
inline void add_edges(Problem& p, std::size_t count) {
  const bool has_one_block = p.operation == Operation::NeighborAllgatherv;
  const auto units = [=](int from, int to, int edge) {
    return has_one_block ? irregular_count(from, 0, count)
                         : irregular_count(from + 31 * edge, to, count);
  };
  p.count = irregular_count(p.rank, 0, count);
  for (int other = 0; other < p.size; ++other) {
    for (int edge = 0; edge < edges_between(p.rank, other); ++edge) {
      p.destinations.push_back(other);
      if (!has_one_block) p.input_counts.push_back(units(p.rank, other, edge));
    }
    for (int edge = 0; edge < edges_between(other, p.rank); ++edge) {
      p.sources.push_back(other);
      p.output_counts.push_back(units(other, p.rank, edge));
    }
  }
}

inline std::vector<Problem> problems(Operation operation, int size, int root, std::size_t count,
                                     bool in_place) {
  std::vector<Problem> out(size);
  for (int r = 0; r < size; ++r) {
    Problem& p = out[r];
    p.operation = operation;
    p.rank = r;
    p.size = size;
    p.root = root;
    p.count = count;
    p.in_place = in_place && (!has_root(operation) || r == root);
    if (is_of_neighbours(operation)) add_edges(p, count);
    if (!is_irregular(operation) || is_of_neighbours(operation)) continue;
    for (int i = 0; i < size; ++i) {
      p.input_counts.push_back(irregular_count(r, i, count));
      p.output_counts.push_back(operation == Operation::Alltoallv ? irregular_count(i, r, count)
                                                                  : irregular_count(i, 0, count));
    }
    if (operation == Operation::Gatherv) p.count = irregular_count(r, 0, count);
    if (operation == Operation::Scatterv) p.count = irregular_count(root, r, count);
  }
  return out;
}

inline std::vector<Plan> plans(const Algorithm& algorithm, const std::vector<Problem>& problems) {
  std::vector<Plan> out;
  for (const Problem& p : problems) out.push_back(algorithm.make(p));
  return out;
}

}  // namespace bamboo::plans::test
