// SPDX-License-Identifier: Apache-2.0
// Records which task ran when, for `bamboo run --trace`, `bamboo trace` and `bamboo report`.
//
// Each worker writes into its own ring buffer, so memory is bounded for a run of any length; the
// ring keeps the last part. The file is written when all tasks of the job have ended. Without
// tracing current() is null, and the only cost is that check.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/job_clock.h"
#include "bamboo/taskgraph/task.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

class TraceRing;

class Trace {
 public:
  /// The trace of this process, or null.
  static Trace* current() { return current_; }

  /// A ring of so many bytes for each worker and one for all other threads.
  Trace(int workers, std::size_t ring_bytes, ProcessId process, int processes,
        const JobClock& clock);
  ~Trace();

  /// The calling thread is this worker, until it leaves.
  void join(int worker);
  void leave();

  // Tasks, by the worker that runs them:
  void starts(Task& task, std::uint64_t now);
  void ran(Task& task, std::uint64_t start, std::uint64_t end);
  void idled(std::uint64_t start, std::uint64_t end);
  /// A message met the last need of a suspended task's firing rule. Any thread.
  void fired(Task& task, MessageId by);

  // Messages. Any thread:
  void sent(const Header& header);         ///< to another process
  void arrived(const Header& header);      ///< from another process, with its whole payload
  void handed_over(const Header& header);  ///< to a task of this process

  /// The description of a graph in the file.
  struct Graph {
    std::string name, noun;  ///< "graph 1"; "task"
    int tasks = 0;
  };
  /// Call it on the thread that makes the graphs.
  void add_graph(std::uint32_t number, Graph graph);

  /// Something about the job for the reader of the file.
  void note(const std::string& name, const std::string& value) { notes_[name] = value; }
  /// Names a place in the user's code (CallSite::address).
  std::function<std::string(void*)> describe;

  /// Writes the file; call it while no thread records. Returns false and sets errno on failure.
  bool write(const std::string& file) const;

 private:
  TraceRing& ring();
  void message(unsigned char kind, const Header& header);
  std::uint64_t complete_since() const;

  static Trace* current_;

  const int workers_;
  const ProcessId process_;
  const int processes_;
  const JobClock clock_;
  const std::uint64_t short_slice_;
  std::uint64_t start_;                 ///< ticks when the process's own clock showed start_time_
  std::int64_t start_time_;             ///< nanoseconds of CLOCK_REALTIME
  std::int64_t start_cpu_;              ///< nanoseconds of processor time
  std::unique_ptr<TraceRing[]> rings_;  ///< one for each worker, the last for all other threads
  std::map<std::string, std::string> notes_;
  std::vector<Graph> graphs_;  ///< by their numbers
};

/// While this object exists, its task is in the runtime and does not compute.
class InRuntime {
 public:
  explicit InRuntime(Task& task) {
    if (Trace::current() != nullptr) [[unlikely]]
      enter(task);
  }
  ~InRuntime() {
    if (task_ != nullptr) [[unlikely]]
      leave();
  }
  InRuntime(const InRuntime&) = delete;
  InRuntime& operator=(const InRuntime&) = delete;

 private:
  void enter(Task& task);
  void leave();
  Task* task_ = nullptr;
};

/// The file of one process: FILE itself for a single one, else with ".<process>" before the
/// extension.
std::string trace_file_of(const std::string& file, ProcessId process, int processes);

}  // namespace bamboo
