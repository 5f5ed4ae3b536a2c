// SPDX-License-Identifier: Apache-2.0
// The budget of trials: a share of the time that the same calls would have taken without them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bamboo::plans::pmpi {

/// The budget of one kind of calls. Times are in seconds. All processes pass equal values, so they
/// get equal answers.
class TrialBudget {
 public:
  explicit TrialBudget(double share) : share_(share) {}

  /// Records that `calls` calls took `seconds` together; the installed MPI needs `own` for each.
  void note(std::size_t calls, double seconds, double own) {
    const double without = static_cast<double>(calls) * own;
    worth_ += without;
    lost_ += seconds - without;
  }
  /// Time that passed without any call.
  void lose(double seconds) { lost_ += seconds; }

  double left() const { return share_ * worth_ - lost_; }
  /// How many calls of `each` seconds it takes until so much is left; by the MPI they take `own`.
  std::size_t calls_until(double stake, double each, double own) const {
    const double missing = stake - left(), gained = share_ * own + own - each;
    if (missing <= 0 || gained <= 0) return 0;
    return static_cast<std::size_t>(std::min(std::ceil(missing / gained), most));
  }

 private:
  static constexpr double most = 1e12;
  double share_;
  double worth_ = 0, lost_ = 0;
};

}  // namespace bamboo::plans::pmpi
