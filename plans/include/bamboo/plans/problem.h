// SPDX-License-Identifier: Apache-2.0
// One rank's part of a collective operation: the planner's input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bamboo::plans {

enum class Operation : std::uint8_t {
  Barrier,
  Bcast,
  Gather,
  Gatherv,
  Scatter,
  Scatterv,
  Allgather,
  Allgatherv,
  Alltoall,
  Alltoallv,  ///< also alltoallw: its blocks are counted in packed bytes
  Reduce,
  Allreduce,
  Scan,
  Exscan,
  ReduceScatterBlock,
  ReduceScatter,
  NeighborAllgatherv,  ///< also neighbor_allgather: the edges of a graph of ranks
  NeighborAlltoallv,   ///< also neighbor_alltoall and neighbor_alltoallw, in packed bytes
};
constexpr Operation last_operation = Operation::NeighborAlltoallv;

const char* name_of(Operation operation);  ///< "reduce_scatter_block"
/// Its blocks go along the edges of a graph: Problem::sources and destinations.
constexpr bool is_of_neighbours(Operation operation) {
  return operation == Operation::NeighborAllgatherv || operation == Operation::NeighborAlltoallv;
}

/// Its processes have blocks of different sizes.
constexpr bool is_irregular(Operation operation) {
  return is_of_neighbours(operation) || operation == Operation::Gatherv ||
         operation == Operation::Scatterv || operation == Operation::Allgatherv ||
         operation == Operation::Alltoallv || operation == Operation::ReduceScatter;
}

/// One process is different from the others: Problem::root.
constexpr bool has_root(Operation operation) {
  switch (operation) {
    case Operation::Bcast:
    case Operation::Gather:
    case Operation::Gatherv:
    case Operation::Scatter:
    case Operation::Scatterv:
    case Operation::Reduce:
      return true;
    default:
      return false;
  }
}

constexpr bool reduces(Operation operation) {
  switch (operation) {
    case Operation::Reduce:
    case Operation::Allreduce:
    case Operation::Scan:
    case Operation::Exscan:
    case Operation::ReduceScatter:
    case Operation::ReduceScatterBlock:
      return true;
    default:
      return false;
  }
}

/// Buffers are measured in *units*, block after block without gaps; the executor maps units to
/// memory. Regular data movement counts whole blocks (or packed bytes, for an algorithm that cuts
/// blocks), irregular data movement packed bytes, reductions elements or whole vectors.
struct Problem {
  Operation operation = Operation::Barrier;
  int rank = 0, size = 1;
  int root = 0;
  /// The rank's contribution is in Output, at the place of that block's result; Input is empty. Not
  /// for all-to-all and reduce-scatter, whose callers save the input first. A scatter's root keeps
  /// its block and has no Output.
  bool in_place = false;
  /// Units in one block of a regular operation; in the rank's own block of gatherv, scatterv and
  /// neighbor_allgatherv.
  std::size_t count = 1;
  /// Irregular operations: units in the block of each rank. Input: scatterv's root, alltoallv.
  /// Output: gatherv's root, allgatherv, alltoallv, reduce_scatter.
  std::vector<std::size_t> input_counts, output_counts;
  /// For operations among neighbours: the ranks that the blocks of Output come from, and the ranks
  /// that the blocks of Input go to (neighbor_allgatherv has one block). Counts are per edge as
  /// well. The k-th edge from a rank to another one matches the k-th edge that the other one has
  /// from it.
  std::vector<int> sources, destinations;
  /// For scatterv: all ranks have the root's input_counts, and each rank knows that.
  bool all_know_counts = false;
};

/// The offsets of a buffer's blocks.
class Blocks {
 public:
  Blocks(int blocks, std::size_t count) : blocks_(blocks), uniform_(count) {}
  explicit Blocks(const std::vector<std::size_t>& counts);
  /// `total` units cut into `blocks` parts that differ by at most one.
  static Blocks cut(std::size_t total, int blocks);

  std::size_t offset(int block) const { return ends_.empty() ? block * uniform_ : ends_[block]; }
  std::size_t count(int block) const { return offset(block + 1) - offset(block); }
  std::size_t total() const { return offset(blocks_); }
  int size() const { return blocks_; }

 private:
  int blocks_ = 0;
  std::size_t uniform_ = 0;
  std::vector<std::size_t> ends_;  // empty: uniform; else blocks_ + 1 prefix sums
};

Blocks input_blocks(const Problem& problem);
Blocks output_blocks(const Problem& problem);

}  // namespace bamboo::plans
