// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/problem.h"

#include <iterator>

namespace bamboo::plans {

const char* name_of(Operation operation) {
  static constexpr const char* names[] = {"barrier",
                                          "bcast",
                                          "gather",
                                          "gatherv",
                                          "scatter",
                                          "scatterv",
                                          "allgather",
                                          "allgatherv",
                                          "alltoall",
                                          "alltoallv",
                                          "reduce",
                                          "allreduce",
                                          "scan",
                                          "exscan",
                                          "reduce_scatter_block",
                                          "reduce_scatter",
                                          "neighbor_allgatherv",
                                          "neighbor_alltoallv"};
  static_assert(std::size(names) == static_cast<std::size_t>(last_operation) + 1);
  return names[static_cast<std::size_t>(operation)];
}

Blocks::Blocks(const std::vector<std::size_t>& counts) : blocks_(static_cast<int>(counts.size())) {
  ends_.reserve(counts.size() + 1);
  ends_.push_back(0);
  for (std::size_t count : counts) ends_.push_back(ends_.back() + count);
}

Blocks Blocks::cut(std::size_t total, int blocks) {
  std::vector<std::size_t> counts(blocks, total / blocks);
  for (std::size_t i = 0; i < total % blocks; ++i) ++counts[i];
  return Blocks(counts);
}

Blocks input_blocks(const Problem& p) {
  const bool root = p.rank == p.root;
  switch (p.operation) {
    case Operation::Barrier:
    case Operation::Bcast:
      return Blocks(0, 0);
    case Operation::Scatter:
      return Blocks(root ? p.size : 0, p.count);
    case Operation::Scatterv:
      return root ? Blocks(p.input_counts) : Blocks(0, 0);
    case Operation::Alltoall:
    case Operation::ReduceScatterBlock:
      return Blocks(p.size, p.count);
    case Operation::Alltoallv:
    case Operation::NeighborAlltoallv:
      return Blocks(p.input_counts);
    case Operation::ReduceScatter:
      return Blocks(p.output_counts);
    case Operation::Allgatherv:
      return Blocks(p.in_place ? 0 : 1, p.output_counts[p.rank]);
    default:
      return Blocks(p.in_place ? 0 : 1, p.count);
  }
}

Blocks output_blocks(const Problem& p) {
  const bool root = p.rank == p.root;
  switch (p.operation) {
    case Operation::Barrier:
      return Blocks(0, 0);
    case Operation::Gather:
      return Blocks(root ? p.size : 0, p.count);
    case Operation::Gatherv:
      return root ? Blocks(p.output_counts) : Blocks(0, 0);
    case Operation::Scatter:
    case Operation::Scatterv:
      return Blocks(root && p.in_place ? 0 : 1, p.count);
    case Operation::Allgather:
    case Operation::Alltoall:
      return Blocks(p.size, p.count);
    case Operation::Allgatherv:
    case Operation::Alltoallv:
    case Operation::NeighborAllgatherv:
    case Operation::NeighborAlltoallv:
      return Blocks(p.output_counts);
    case Operation::Reduce:
      return Blocks(root ? 1 : 0, p.count);
    case Operation::ReduceScatter:
      return Blocks(1, p.output_counts[p.rank]);
    default:
      return Blocks(1, p.count);
  }
}

}  // namespace bamboo::plans
