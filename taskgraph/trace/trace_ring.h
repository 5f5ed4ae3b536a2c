// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// Something that happened, from start to end in ticks(). One cache line.
struct TraceEvent {
  enum Kind : unsigned char {
    Run,         ///< a task ran; value: ticks of that in the runtime
    Poll,        ///< a task tested repeatedly whether something had arrived; value: the same
    Idle,        ///< a worker found nothing to run
    Pause,       ///< a task was suspended until its rule was met; value: when it ran again
    Sent,        ///< value: bytes; peer: the destination
    Arrived,     ///< value: bytes; peer: the source
    HandedOver,  ///< value: bytes; peer: the destination
  };

  std::uint64_t start = 0, end = 0, value = 0;
  TaskId task = -1, peer = -1;
  std::uint32_t number = 0;  ///< of the message, at its source
  std::int32_t tag = 0;
  CallSite place = {};
  std::uint32_t graph = 0;
  Kind kind = Run;
};
static_assert(sizeof(TraceEvent) == 64);

/// The last events of one thread, in bounded memory.
class TraceRing {
 public:
  void enable(std::size_t bytes) { events_.resize(std::bit_floor(bytes / sizeof(TraceEvent))); }

  TraceEvent& add(const TraceEvent& event) {
    return events_[count_++ & (events_.size() - 1)] = event;
  }
  /// The latest event, or one before it; null if there is none.
  TraceEvent* latest(std::uint64_t before = 0) {
    return count_ > before ? &events_[(count_ - 1 - before) & (events_.size() - 1)] : nullptr;
  }
  void drop_latest() { --count_; }

  std::uint64_t lost() const { return count_ > events_.size() ? count_ - events_.size() : 0; }
  const TraceEvent& oldest() const { return events_[lost() & (events_.size() - 1)]; }
  template <class Use>
  void for_each(Use use) const {
    for (std::uint64_t i = lost(); i < count_; ++i) use(events_[i & (events_.size() - 1)]);
  }

 private:
  std::vector<TraceEvent> events_;
  std::uint64_t count_ = 0;
};

}  // namespace bamboo
