// SPDX-License-Identifier: Apache-2.0
// State that exists once per process and that each rank has a copy of.
#pragma once

#include <unistd.h>

#include <atomic>
#include <exception>
#include <memory>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "process_state/held_locks.h"
#include "process_state/input.h"
#include "process_state/output.h"

namespace bamboo::mpi {

class Environment;
class FileContext;
class RankLocale;
class RankSignals;

/// A thread that runs a rank has the rank's state between enter() and leave(), which the rank calls
/// around each of its suspensions. The functions that replace the C library's find it there.
class ProcessState {
 public:
  explicit ProcessState(Task& its_task);
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

  /// The state of the rank that the calling thread runs, or null.
  static ProcessState* current() { return current_; }
  /// The calling thread runs this rank from now on.
  bool is_here() const { return current_ == this; }
  /// The states of all ranks of this process.
  static const std::vector<ProcessState*>& all() { return all_; }

  void enter();
  void leave();
  /// Copies the state that the C library has once in a process, before the program begins. Called
  /// by the thread that runs the rank.
  void copy_from_process();

  /// No other rank is in the process.
  bool is_alone() const { return all_.size() == 1; }
  /// Like is_alone(), and the rank never runs on another thread.
  bool is_alone_on_thread() const;
  /// Whether this is a process that a rank has forked: its end does not end the job.
  bool in_forked_child() const { return ::getpid() != process_; }
  bool shares_process() const { return !is_alone() && !in_forked_child(); }
  /// Whether the calling process has several ranks, and was not forked by a rank.
  static bool is_shared() { return !all_.empty() && all_.front()->shares_process(); }
  /// The first rank of a process has the process's input.
  bool reads_process_input() const { return all_.front() == this; }

  Task& task;  ///< the rank
  Output output;
  Input input;
  std::unique_ptr<Environment> environment;            ///< null where all ranks share a function
  std::unique_ptr<RankLocale> locale;                  ///< null: that of the process
  std::unique_ptr<FileContext> files;                  ///< null: those of the process
  std::atomic<RankSignals*> signals{nullptr};          ///< null: the rank has set none
  std::terminate_handler terminate_handler = nullptr;  ///< null: the rank has set none
  HeldLocks locks;

 private:
  static inline std::vector<ProcessState*> all_;
  [[gnu::tls_model("initial-exec")]] static inline thread_local ProcessState* current_ = nullptr;

  const pid_t process_ = ::getpid();
};

}  // namespace bamboo::mpi
