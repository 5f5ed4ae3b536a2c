// SPDX-License-Identifier: Apache-2.0
#include "p2p/held_sends.h"

#include <algorithm>
#include <new>

#include "p2p/completion.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

using namespace std::chrono_literals;

constexpr auto shortest_grace = 1ms;
/// A receiver that computes is late, and needs no copies. Copies are for a task that waits outside
/// of MPI for something that another rank does after a held send.
constexpr std::chrono::nanoseconds shortest_beside_computing = 1s, longest_beside_computing = 4s;
constexpr std::size_t smallest_step = 64 << 10;
/// Copying this number of bytes takes a time that is short compared with the time after which a
/// deadlock is reported.
constexpr std::size_t largest_step = 64 << 20;
/// The number of bytes that are copied for one receiver at a time, while its mailbox is locked.
constexpr std::int64_t batch_bytes = 32 << 10;

/// This is short compared with the time after which a deadlock is reported.
std::chrono::nanoseconds longest_grace(const RuntimeOptions& options) {
  const std::chrono::nanoseconds longest = 64ms;
  if (options.deadlock_seconds <= 0) return longest;
  const std::chrono::duration<double> quarter(options.deadlock_seconds / 4);
  return std::min(longest, std::chrono::duration_cast<std::chrono::nanoseconds>(quarter));
}

}  // namespace

HeldSends::HeldSends(TaskGraph& ranks)
    : ranks_(ranks),
      step_(std::clamp(ranks.runtime().options().eager_budget / 8, smallest_step, largest_step)),
      longest_(longest_grace(ranks.runtime().options())),
      state_(ranks.threads()) {
  unexpected_memory.set_limit(ranks.runtime().options().eager_budget, ranks.tasks().size());
}

bool HeldSends::release_if_due(Waiting waiting) {
  if (unexpected_memory.held() == 0) {
    if (seen_.load(std::memory_order_relaxed)) seen_.store(false, std::memory_order_relaxed);
    return false;
  }
  const auto state = state_.try_lock();
  if (!state) return false;
  if (waiting != Waiting::All && !is_over(*state, waiting)) return false;
  return release(*state);
}

bool HeldSends::is_over(State& state, Waiting waiting) {
  const Clock::time_point now = Clock::now();
  if (!unexpected_memory.is_extended()) state.grace = shortest_grace;
  if (!seen_.exchange(true)) state.since = now;
  const Clock::duration grace =
      waiting == Waiting::BesideComputing
          ? std::clamp<Clock::duration>(state.grace, shortest_beside_computing,
                                        longest_beside_computing)
          : std::min(state.grace, longest_);
  if (now - state.since < grace) return false;
  state.since = now;
  state.grace = 2 * grace;
  return true;
}

bool HeldSends::release(State& state) {
  unexpected_memory.extend(step_);
  for (HoldingReceiver *receiver = unexpected_memory.take_announced(), *next; receiver;
       receiver = next) {
    next = receiver->next;
    state.receivers.push_back(receiver);
  }
  bool released = false;
  while (!unexpected_memory.is_full() && !state.receivers.empty()) {
    const bool had_memory = release_batch(state);
    released = released || !state.sends.empty();
    if (!had_memory) break;
  }
  return released;
}

bool HeldSends::release_batch(State& state) {
  HoldingReceiver* holding = state.receivers.front();
  auto& receiver = static_cast<MessagingTask&>(*ranks_.channel(holding->id).local);
  state.receivers.remove(holding);
  state.sends.clear();
  bool had_memory = true;
  {
    const auto in = receiver.inbox.lock();
    try {
      // One that holds nothing any more may announce itself as soon as its mailbox is unlocked.
      if (in->mailbox.detach_held(batch_bytes, state.sends)) state.receivers.push_back(holding);
    } catch (const std::bad_alloc&) {
      state.receivers.push_back(holding);
      had_memory = false;
    }
  }
  for (Request* send : state.sends) complete(*send);
  return had_memory;
}

}  // namespace bamboo::mpi
