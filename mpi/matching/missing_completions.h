// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace bamboo::mpi {

/// Completions that a suspended task still needs. Its firing rule is armed with one, so exactly one
/// of the calls that find a completion says that it wakes the task: a second wake would run the
/// task on two workers.
class MissingCompletions {
 public:
  /// The task waits for so many; 0: it does not wait.
  void expect(int completions) { count_ = completions; }
  /// One is there, which may be more than was waited for. True: it was the last that was missing.
  bool count_one() {
    if (count_ == 0) return false;
    --count_;
    return count_ == 0;
  }
  /// The task need not wait for any of them. True: it did.
  bool drop() { return std::exchange(count_, 0) > 0; }

 private:
  int count_ = 0;
};

}  // namespace bamboo::mpi
