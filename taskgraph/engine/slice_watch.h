// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace bamboo {

/// Whether a worker computes, as observed by idle workers: it has been in one slice for a while, or
/// since they began to watch. A worker does not record when a slice begins, because reading the
/// clock in each slice costs too much. Any number of threads may use it.
class SliceWatch {
 public:
  /// An idle worker begins to watch. `slices` is the number of slices that the watched worker has
  /// ended.
  void begin(std::uint64_t slices) {
    seen_.store(slices, std::memory_order_relaxed);
    last_end_.store(0, std::memory_order_relaxed);
  }
  /// Times in ticks; `span`: what counts as a while.
  bool computes(std::uint64_t slices, std::uint64_t now, std::uint64_t span) {
    if (seen_.exchange(slices, std::memory_order_relaxed) != slices)
      last_end_.store(now, std::memory_order_relaxed);
    // Another idle worker's clock may be ahead a little.
    const std::uint64_t end = last_end_.load(std::memory_order_relaxed);
    return now > end && now - end >= span;
  }

 private:
  std::atomic<std::uint64_t> seen_{0}, last_end_{0};
};

}  // namespace bamboo
