// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "plan/builder.h"

namespace bamboo::plans {

/// The edges of a rank by the ranks at their other ends, in their order.
class EdgesByRank {
 public:
  explicit EdgesByRank(const std::vector<int>& ranks) {
    for (std::size_t i = 0; i < ranks.size(); ++i) edges_[ranks[i]].push_back(static_cast<int>(i));
  }
  std::span<const int> of(int rank) const {
    const auto found = edges_.find(rank);
    return found == edges_.end() ? std::span<const int>() : found->second;
  }
  const std::map<int, std::vector<int>>& all() const { return edges_; }

 private:
  std::map<int, std::vector<int>> edges_;
};

/// The place and the units of each edge's block.
class EdgePlaces {
 public:
  explicit EdgePlaces(const Problem& problem)
      : has_one_block_(problem.operation == Operation::NeighborAllgatherv),
        in_(input_blocks(problem)),
        out_(output_blocks(problem)) {}

  Place sent(int edge) const { return input(in_.offset(block_of(edge))); }
  std::size_t units_sent(int edge) const { return in_.count(block_of(edge)); }
  Place received(int edge) const { return output(out_.offset(edge)); }
  std::size_t units_received(int edge) const { return out_.count(edge); }

 private:
  int block_of(int edge) const { return has_one_block_ ? 0 : edge; }

  bool has_one_block_;
  Blocks in_, out_;
};

/// Copies the edges from a rank to itself.
inline void copy_own_edges(Builder& plan, const EdgePlaces& places, std::span<const int> sources,
                           std::span<const int> destinations) {
  for (std::size_t k = 0; k < std::min(sources.size(), destinations.size()); ++k)
    plan.copy(places.sent(destinations[k]), places.received(sources[k]),
              places.units_received(sources[k]));
}

}  // namespace bamboo::plans
