// SPDX-License-Identifier: Apache-2.0
// The credits that this process, as a receiver, owes the others.
//
// Two kinds of credit bound what a sender can pile up at a receiver. *Bytes*: eagerly sent payload
// that no task has taken; without them a message is only offered. *Messages*: headers that no task
// has taken, eager or offered; without one the message is held back at the sender. A receiver that
// has nothing left to run (the message it needs may be among those held back) lends message
// credits, and keeps as many returned ones for itself later. It lends bytes, too, to standard sends
// that wait for them (loans.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/threads.h"
#include "bamboo/taskgraph/types.h"
#include "messenger/piece.h"

namespace bamboo {

/// The credits with which each pair of processes begins.
struct CreditBudget {
  explicit CreditBudget(std::size_t eager)
      : bytes(eager), messages(std::max(eager / bytes_per_message, fewest_messages)) {}
  std::uint64_t bytes, messages;

 private:
  /// The bytes that a header costs the receiver, rounded up.
  static constexpr std::size_t bytes_per_message = 1024, fewest_messages = 16;
};

/// Any thread may use it.
class OwedCredits {
 public:
  OwedCredits(CreditBudget budget, int processes, Threads threads)
      : budget_(budget), threads_(threads), processes_(processes) {}

  /// A message with so many eagerly sent bytes was taken. Returns true if a piece should carry the
  /// credits to its sender soon.
  bool give_back(ProcessId source, std::uint64_t bytes);
  /// A piece leaves. It takes as many credits along as fit.
  void put_into(PieceHeader& head, ProcessId destination);
  bool are_some(ProcessId process) const {
    const Owed& owed = processes_[process];
    return owed.messages.load(std::memory_order_relaxed) > 0 ||
           owed.bytes.load(std::memory_order_relaxed) > 0;
  }

  /// The sender holds messages for this process back until it gets message credit. Returns true if
  /// it was not known before.
  bool starve(ProcessId sender);
  bool is_starved(ProcessId sender) const {
    return processes_[sender].starved.load(std::memory_order_relaxed);
  }
  bool is_any_starved() const { return starved_.load(std::memory_order_relaxed) > 0; }
  bool owes_messages(ProcessId sender) const {
    return processes_[sender].messages.load(std::memory_order_relaxed) > 0;
  }
  /// The sender has message credits beyond its share.
  bool has_lent(ProcessId sender) const {
    return processes_[sender].lent.load(std::memory_order_relaxed) > 0;
  }
  void lend_messages(ProcessId sender);
  /// Whether a quarter of the budget has been received from the sender since the last such
  /// question.
  bool take_received(ProcessId sender) {
    return processes_[sender].received.exchange(false, std::memory_order_relaxed);
  }

 private:
  struct Owed {
    std::atomic<std::uint64_t> bytes{0};  ///< to give back with the next piece
    std::atomic<std::uint64_t> messages{0};
    std::atomic<std::uint64_t> lent{0};  ///< message credits that it got beyond its share
    std::atomic<bool> starved{false};
    std::atomic<bool> received{false};
  };

  const CreditBudget budget_;
  const Threads threads_;
  std::vector<Owed> processes_;
  std::atomic<int> starved_{0};
};

}  // namespace bamboo
