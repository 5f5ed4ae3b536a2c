// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bamboo {

/// How many threads of this process run tasks or poll. Decided once (ThreadPlan), before the first
/// lock of a task, a queue or a message is made.
enum class Threads : unsigned char { One, Several };

/// A process of one thread has got more since: what was made for one is used by several. Set while
/// there is one.
inline std::atomic<bool> threads_were_added{false};

/// Whether what was made for so many threads has nothing to fear from another one.
inline bool is_alone(Threads threads) {
  return threads == Threads::One && !threads_were_added.load(std::memory_order_relaxed);
}

}  // namespace bamboo
