// SPDX-License-Identifier: Apache-2.0
// MPI_THREAD_SERIALIZED and MPI_THREAD_MULTIPLE: several threads of one task call MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "bamboo/taskgraph/runtime.h"

namespace bamboo::mpi {

/// The threads of a task that has more than the one on which it runs. One of them is in MPI at a
/// time; one that waits there lets others in until something happens:
///
///     threads.enter();
///     while (!there()) {      // under the lock of the task's inbox …
///       threads.arm();        // … as is this, so that no event is lost
///       threads.wait();
///     }
///     threads.leave();
class OwnThreads {
 public:
  explicit OwnThreads(Runtime& runtime) : runtime_(runtime) {}
  OwnThreads(const OwnThreads&) = delete;
  OwnThreads& operator=(const OwnThreads&) = delete;

  /// A function of MPI that calls the program, which calls MPI again, enters twice. One that has
  /// begun before the task had several threads leaves, or waits, without having entered.
  void enter();
  void leave();

  void arm() { armed_at_ = events_.load(std::memory_order_acquire); }
  /// Waits until something has happened since arm().
  void wait();
  /// Lets others in, and polls.
  void yield();
  /// Something happened for which a thread may wait. Any thread.
  void wake();

 private:
  bool has_entered() const;
  void take();
  void release();

  Runtime& runtime_;
  std::mutex in_mpi_;
  std::atomic<const void*> owner_{nullptr};  ///< names the thread that has `in_mpi_`
  int depth_ = 0;                            ///< how often it has entered
  int waiting_ = 0;                          ///< threads that are in wait()
  bool idle_ = false;                        ///< all that are in MPI wait
  std::uint32_t armed_at_ = 0;
  std::atomic<std::uint32_t> events_{0};
};

}  // namespace bamboo::mpi
