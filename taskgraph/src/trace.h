// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

/// What one worker did when. A ring: a long run keeps its last part, in bounded memory.
class TraceRing {
 public:
  struct Event {
    std::uint64_t start = 0, end = 0;  ///< ticks()
    const char* what = "";             ///< static storage
    TaskId task = -1;                  ///< -1: none
  };

  bool enabled() const { return !events_.empty(); }
  /// `capacity` is a power of two.
  void enable(std::size_t capacity) { events_.resize(capacity); }
  void record(TaskId task, std::uint64_t start, std::uint64_t end, const char* what) {
    events_[count_++ & (events_.size() - 1)] = {start, end, what, task};
  }
  std::vector<Event> in_order() const;
  std::uint64_t lost() const { return count_ > events_.size() ? count_ - events_.size() : 0; }

 private:
  std::vector<Event> events_;
  std::uint64_t count_ = 0;
};

/// Writes the rings of a process (one for each worker) as Chrome trace events, which Perfetto and
/// chrome://tracing read: a process of the job is a process, a worker is a thread. False: errno
/// says why.
bool write_trace(const std::string& file, ProcessId process,
                 const std::vector<const TraceRing*>& workers);

/// The file of one process: FILE itself for a single one, else with ".<process>" before the
/// extension.
std::string trace_file_of(const std::string& file, ProcessId process, int processes);

}  // namespace bamboo
