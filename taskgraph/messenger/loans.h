// SPDX-License-Identifier: Apache-2.0
// When a receiver lets a sender exceed the bytes that may be unreceived.
//
// MPI lets a standard send wait for its receive, but programs run under the installed MPIs that
// rely on buffers: both of a pair send before they receive. So a receiver lends bytes in steps to
// senders that say that such sends wait (PieceKind::Blocked): after a while in which its own tasks
// only wait or poll, as what they wait for may come behind these sends. A receiver that computes
// lends later, for the task that waits for what another task does outside of messages. So does one
// that has lent several budgets of which nothing was received: what its tasks wait for may as well
// be computed in a third process. The sender repays with the next bytes that are received.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "bamboo/taskgraph/internal/send.h"

namespace bamboo {

/// What the tasks of a receiver do.
enum class Occupation {
  Wait,     ///< none can run
  Poll,     ///< one has looked in vain for a message
  Compute,  ///< none of these
};

/// The bytes of one loan. Not less than a message that a loan completes, and little enough that
/// their copy takes a time that is short beside the time after which a deadlock is reported.
constexpr std::uint64_t loan_bytes(std::size_t budget) {
  constexpr std::uint64_t largest = 64u << 20;
  return std::clamp<std::uint64_t>(budget / 8, standard_copy_bytes, largest);
}

/// The times of the loans to one sender. By the holder of the transport's lock.
class LoanTimes {
 public:
  using Clock = std::chrono::steady_clock;

  bool is_wanted() const { return wanted_; }
  /// The sender says that it is blocked.
  void want(Clock::time_point now) {
    wanted_ = true;
    since_ = now;
    if (now - last_ > forgotten_after) pause_ = shortest;
  }
  /// Whether the sender, which wants one, has waited for long enough.
  bool is_due(Occupation receiver, Clock::time_point now) const {
    const bool is_late = receiver == Occupation::Compute || unpaid_ >= early_loans;
    const Clock::duration pause =
        is_late ? std::clamp<Clock::duration>(pause_, beside_computing, longest)
                : std::min<Clock::duration>(pause_, longest_of_waits);
    return now - since_ >= pause;
  }
  void lend(Clock::time_point now) {
    wanted_ = false;
    ++unpaid_;
    last_ = now;
    pause_ = std::min<Clock::duration>(2 * pause_, longest);
  }
  /// Tasks here have received many bytes from the sender since the last loan.
  void repaid() { unpaid_ = 0; }

 private:
  static constexpr int early_loans = 32;  // four budgets
  static constexpr std::chrono::milliseconds shortest{10}, longest_of_waits{64},
      beside_computing{1000}, longest{4000}, forgotten_after{8000};

  bool wanted_ = false;
  int unpaid_ = 0;
  Clock::time_point since_{}, last_{};
  Clock::duration pause_ = shortest;
};

}  // namespace bamboo
