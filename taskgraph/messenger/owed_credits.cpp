// SPDX-License-Identifier: Apache-2.0
#include "messenger/owed_credits.h"

#include <limits>

namespace bamboo {
namespace {

/// Adds to a counter. A single thread needs no locked instruction.
std::uint64_t add(std::atomic<std::uint64_t>& number, std::uint64_t by, Threads threads) {
  if (!is_alone(threads)) return number.fetch_add(by, std::memory_order_relaxed) + by;
  const std::uint64_t sum = number.load(std::memory_order_relaxed) + by;
  number.store(sum, std::memory_order_relaxed);
  return sum;
}

/// Takes as much of a credit as fits the piece.
template <typename Field>
void pay(std::atomic<std::uint64_t>& owed, Field& field, Threads threads) {
  const std::uint64_t most = std::numeric_limits<Field>::max();
  const std::uint64_t part = std::min(owed.load(std::memory_order_relaxed), most);
  if (part == 0) return;
  add(owed, -part, threads);
  field = static_cast<Field>(part);
}

}  // namespace

bool OwedCredits::give_back(ProcessId source, std::uint64_t bytes) {
  Owed& owed = processes_[source];
  std::uint64_t lent = owed.lent.load(std::memory_order_relaxed);
  while (lent > 0 && !owed.lent.compare_exchange_weak(lent, lent - 1, std::memory_order_relaxed)) {
  }
  const std::uint64_t messages =
      lent > 0 ? owed.messages.load(std::memory_order_relaxed) : add(owed.messages, 1, threads_);
  const bool are_many = add(owed.bytes, bytes, threads_) >= budget_.bytes / 4 && bytes > 0;
  if (are_many) owed.received.store(true, std::memory_order_relaxed);
  return messages >= budget_.messages / 4 || are_many || (messages > 0 && is_starved(source));
}

void OwedCredits::put_into(PieceHeader& head, ProcessId destination) {
  Owed& owed = processes_[destination];
  pay(owed.bytes, head.bytes_returned, threads_);
  pay(owed.messages, head.messages_returned, threads_);
  // The peer repeats the notice if it still lacks credit.
  if (head.messages_returned > 0 && owed.starved.exchange(false, std::memory_order_relaxed))
    starved_.fetch_sub(1, std::memory_order_relaxed);
}

bool OwedCredits::starve(ProcessId sender) {
  if (processes_[sender].starved.exchange(true, std::memory_order_relaxed)) return false;
  starved_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void OwedCredits::lend_messages(ProcessId sender) {
  Owed& owed = processes_[sender];
  const std::uint64_t part = budget_.messages / 4;
  owed.lent.fetch_add(part, std::memory_order_relaxed);
  owed.messages.fetch_add(part, std::memory_order_relaxed);
}

}  // namespace bamboo
