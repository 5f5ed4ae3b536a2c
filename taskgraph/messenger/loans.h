// SPDX-License-Identifier: Apache-2.0
// Decides when a receiver lets a sender exceed the limit of unreceived bytes.
//
// MPI allows a standard send to wait for its receive, but some programs rely on buffers of the
// installed MPI: both processes of a pair send before they receive. So a receiver lends bytes in
// steps to senders that report such waiting sends (PieceKind::Blocked), after a period in which its
// own tasks only wait or poll: the message that they wait for may be behind these sends. A receiver
// that computes lends later, because a task may wait for another task outside of messages. A
// receiver that has lent several budgets of which nothing was received also lends later: a third
// process may compute what its tasks wait for. The sender repays with the next bytes that are
// received.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "bamboo/taskgraph/internal/send.h"

namespace bamboo {

/// The activity of a receiver's tasks.
enum class Occupation {
  Wait,     ///< none can run
  Poll,     ///< one has polled for a message and found none
  Compute,  ///< none of these
};

/// The bytes of one loan: at least the largest message that a loan completes, and small enough to
/// be copied in a time that is short compared with the time until a deadlock is reported.
constexpr std::uint64_t loan_bytes(std::size_t budget) {
  constexpr std::uint64_t largest = 64u << 20;
  return std::clamp<std::uint64_t>(budget / 8, standard_copy_bytes, largest);
}

/// The times of the loans to one sender. Used only by the holder of the transport's lock.
class LoanTimes {
 public:
  using Clock = std::chrono::steady_clock;

  bool is_wanted() const { return wanted_; }
  /// The sender has reported that it is blocked.
  void want(Clock::time_point now) {
    wanted_ = true;
    since_ = now;
    if (now - last_ > forgotten_after) pause_ = shortest;
  }
  /// Whether a sender that requests a loan has waited for long enough.
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
