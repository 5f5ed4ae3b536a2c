// SPDX-License-Identifier: Apache-2.0
#include "p2p/held_sends.h"

#include <algorithm>

#include "matching/local_message.h"
#include "p2p/completion.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

using namespace std::chrono_literals;

constexpr auto shortest_grace = 1ms;
constexpr std::size_t smallest_step = 64 << 10;

/// Short beside the time after which a deadlock is reported.
std::chrono::nanoseconds longest_grace(const RuntimeOptions& options) {
  const std::chrono::nanoseconds longest = 64ms;
  if (options.deadlock_seconds <= 0) return longest;
  const std::chrono::duration<double> quarter(options.deadlock_seconds / 4);
  return std::min(longest, std::chrono::duration_cast<std::chrono::nanoseconds>(quarter));
}

}  // namespace

HeldSends::HeldSends(TaskGraph& ranks)
    : ranks_(ranks),
      step_(std::max(ranks.runtime().options().eager_budget / 8, smallest_step)),
      longest_(longest_grace(ranks.runtime().options())),
      grace_(ranks.threads()) {
  unexpected_memory.set_limit(ranks.runtime().options().eager_budget);
}

void HeldSends::release_if_due(Waiting waiting) {
  if (unexpected_memory.held() == 0) {
    if (seen_.load(std::memory_order_relaxed)) seen_.store(false, std::memory_order_relaxed);
    return;
  }
  const auto grace = grace_.try_lock();
  if (!grace) return;
  if (waiting == Waiting::All || is_over(*grace)) release();
}

bool HeldSends::is_over(Grace& grace) {
  const Clock::time_point now = Clock::now();
  if (!unexpected_memory.is_extended()) grace.span = shortest_grace;
  if (!seen_.exchange(true)) grace.since = now;
  if (now - grace.since < grace.span) return false;
  grace = {now, std::min(2 * grace.span, longest_)};
  return true;
}

void HeldSends::release() {
  unexpected_memory.extend(step_);
  while (!unexpected_memory.is_full() && release_one_each()) {
  }
}

/// The oldest of each rank that has not received it.
bool HeldSends::release_one_each() {
  bool released = false;
  for (const auto& task : ranks_.tasks()) {
    auto& receiver = static_cast<MessagingTask&>(*task);
    Request* send = nullptr;
    {
      const auto in = receiver.inbox.lock();
      LocalMessage* message = in->mailbox.oldest_held();
      if (!message) continue;
      send = message->sender();
      in->mailbox.detach(*message, true);
    }
    complete(*send);
    released = true;
  }
  return released;
}

}  // namespace bamboo::mpi
