// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bamboo {

/// How many threads of this process run tasks or poll. Decided once (ThreadPlan), before the first
/// lock of a task, a queue or a message is made.
enum class Threads : unsigned char { One, Several };

/// Objects made for this number of threads or more are used by several threads. It drops to One
/// when a single-threaded process gets further threads. It changes only while there is one thread.
inline std::atomic<Threads> used_by_several{Threads::Several};

/// Returns whether an object made for `threads` is used by one thread only. One comparison, because
/// each lock calls it.
inline bool is_alone(Threads threads) {
  return threads < used_by_several.load(std::memory_order_relaxed);
}

}  // namespace bamboo
