// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bamboo {

/// How many threads of this process run tasks or poll. Decided once (ThreadPlan), before the first
/// lock of a task, a queue or a message is made.
enum class Threads : unsigned char { One, Several };

/// What was made for so many threads, or more, is used by several: from One on where a process of
/// one thread has got others since. Changed while there is one.
inline std::atomic<Threads> used_by_several{Threads::Several};

/// Whether what was made for so many threads has nothing to fear from another one. One comparison:
/// each lock asks.
inline bool is_alone(Threads threads) {
  return threads < used_by_several.load(std::memory_order_relaxed);
}

}  // namespace bamboo
