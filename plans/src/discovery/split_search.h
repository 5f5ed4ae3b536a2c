// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "discovery/switch_tree.h"

namespace bamboo::plans {

/// A trunk that may be there.
struct Split {
  int at = 0;               ///< the switch that is two
  std::vector<int> cables;  ///< of it, that are behind the trunk
  Side side;                ///< the hosts there
  double rate = 0;          ///< that explains most
  double gain = 0;          ///< how much of the tree's error it explains
};

/// The residuals of a tree: for each stream the logarithm of its rate over the rate that the tree
/// predicts for it.
class Residuals {
 public:
  Residuals(const SwitchTree& tree, const Observations& observations);

  /// The total error of the tree's predictions.
  double cost() const;
  const PairTable& pairs() const { return pairs_; }

  /// The new trunk that explains the most, except for those that separate the hosts of `excluded`.
  std::optional<Split> candidate(const std::vector<Side>& excluded) const;
  /// Returns the best split of the switch that can be reached from this one by moving one branch
  /// after the other to the other side.
  Split improved(Split split) const;

 private:
  void weigh(Split& split) const;
  Split make(int at, const std::vector<SwitchTree::Branch>& branches,
             const std::vector<bool>& behind) const;
  std::vector<std::vector<bool>> groups(const std::vector<SwitchTree::Branch>& branches) const;

  const SwitchTree& tree_;
  const Observations& observations_;
  std::vector<std::vector<double>> predicted_;
  PairTable pairs_;
};

/// Estimates SwitchTree::together from the hosts of one switch. It uses the streams of the best
/// pairs: behind trunks there are at least half as many as hosts.
double part_left_together(const SwitchTree& tree, const Observations& observations);

/// Whether both separate the same hosts.
bool same_cut(const Side& a, const Side& b);

}  // namespace bamboo::plans
