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

/// Whether Problem::in_place is for this operation.
inline bool may_be_in_place(Operation o) {
  return o != Operation::Barrier && o != Operation::Bcast && o != Operation::Alltoall &&
         o != Operation::Alltoallv && o != Operation::ReduceScatter &&
         o != Operation::ReduceScatterBlock;
}

/// The units that rank `from` has for rank `to`, with zeros among the counts; at most 2 * count.
inline std::size_t irregular_count(int from, int to, std::size_t count) {
  const unsigned mixed = ((from + 1) * 2654435761u ^ (to + 1) * 2246822519u) >> 16;
  return mixed % 3 == 0 ? 0 : mixed % (2 * count + 1);
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
    if (!is_irregular(operation)) continue;
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
