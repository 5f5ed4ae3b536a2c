// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace bamboo::mpi {

/// Completions that a suspended task still needs. Its firing rule is armed with one, so exactly one
/// of the calls that find a completion says that it wakes the task: a second wake would run the
/// task on two workers.
class MissingCompletions {
 public:
  /// The number of completions that the task waits for; 0: it does not wait.
  void expect(int completions) { count_ = completions; }
  /// Counts a completion. There may be more completions than the task waits for. Returns true for
  /// the last missing one.
  bool count_one() {
    if (count_ == 0) return false;
    --count_;
    return count_ == 0;
  }
  /// Stops waiting for all of them. Returns whether the task waited.
  bool drop() { return std::exchange(count_, 0) > 0; }

 private:
  int count_ = 0;
};

}  // namespace bamboo::mpi
