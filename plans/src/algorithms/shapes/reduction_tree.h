// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

namespace bamboo::plans {

/// How a reduction brackets the ranks' contributions: one fixed way for each number of ranks, the
/// same for reduce (any root) and allreduce. 2^k groups in the order of ranks, as many of the first
/// ones as needed being pairs of ranks; then neighbouring halves, always left op right.
class ReductionTree {
 public:
  explicit ReductionTree(int size)
      : groups_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        pairs_(size - groups_) {}
  int groups() const { return groups_; }
  /// The group of a rank.
  int group_of(int rank) const { return rank < 2 * pairs_ ? rank / 2 : rank - pairs_; }
  bool is_pair(int group) const { return group < pairs_; }
  /// The first rank of a group; groups() gives the number of ranks.
  int first(int group) const { return group < pairs_ ? 2 * group : group + pairs_; }

 private:
  int groups_, pairs_;
};

}  // namespace bamboo::plans
