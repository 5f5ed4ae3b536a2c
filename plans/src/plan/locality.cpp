// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/locality.h"

#include <algorithm>
#include <bit>

namespace bamboo::plans {

bool LocalityShape::splits_reductions() const {
  return is_in_order && is_even() && std::has_single_bit(static_cast<unsigned>(most_ranks));
}

Locality::Locality(std::span<const int> places) {
  std::vector<int> node_at(places.empty() ? 0 : std::ranges::max(places) + 1, -1);
  for (int rank = 0; rank < static_cast<int>(places.size()); ++rank) {
    int& node = node_at[places[rank]];
    if (node < 0) {
      node = static_cast<int>(ranks_.size());
      ranks_.emplace_back();
    }
    if (rank > 0 && node < node_of_.back()) shape_.is_in_order = false;
    node_of_.push_back(node);
    ranks_[node].push_back(rank);
  }
  shape_.size = static_cast<int>(places.size());
  shape_.nodes = static_cast<int>(ranks_.size());
  for (const auto& ranks : ranks_)
    shape_.most_ranks = std::max(shape_.most_ranks, static_cast<int>(ranks.size()));
}

}  // namespace bamboo::plans
