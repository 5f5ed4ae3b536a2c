// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "deadlock/deadlock_detector.h"
#include "messenger/loans.h"
#include "messenger/owed_credits.h"
#include "messenger/piece_channel.h"

namespace bamboo {

/// Lends credit to senders that lack it: the message for which the tasks of this process wait may
/// be one that senders hold back. Used by the holder of the transport's lock.
class Lender {
 public:
  Lender(PieceChannel& channel, OwedCredits& owed, const DeadlockDetector& detector, Now now,
         int processes)
      : channel_(channel),
        owed_(owed),
        detector_(detector),
        now_(std::move(now)),
        senders_(channel.lock()) {
    senders_.alone().resize(processes);
  }

  /// The sender holds messages back.
  void starved(ProcessId sender);
  /// Standard sends of it wait for byte credit.
  void blocked(ProcessId sender);
  /// Lends what is due.
  void lend();
  /// Some sender waits for credit.
  bool is_wanted() const {
    return owed_.is_any_starved() || blocked_.load(std::memory_order_relaxed) > 0;
  }
  /// A task polled for a message and found none. Any thread may call it.
  void polled_without_success() { has_polled_.store(true, std::memory_order_relaxed); }

 private:
  struct Sender {
    std::chrono::steady_clock::time_point starved_since;
    double patience = 0;  ///< seconds of starving until it is lent message credit
    LoanTimes loans;
  };
  Occupation occupation();
  void lend_messages(ProcessId sender, Occupation occupation);
  void lend_bytes(ProcessId sender, Occupation occupation);

  PieceChannel& channel_;
  OwedCredits& owed_;
  const DeadlockDetector& detector_;
  const Now now_;
  GuardedByTransportLock<std::vector<Sender>> senders_;
  std::atomic<int> blocked_{0};  // senders
  std::atomic<bool> has_polled_{false};
};

}  // namespace bamboo
