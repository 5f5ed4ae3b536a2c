// SPDX-License-Identifier: Apache-2.0
// MPI_THREAD_SERIALIZED and MPI_THREAD_MULTIPLE: several threads of one task call MPI.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "bamboo/taskgraph/runtime.h"

namespace bamboo::mpi {

/// The threads of a task that has several. Only one of them at a time is in MPI. A thread that
/// waits in MPI lets the others in until something happens:
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

  /// enter() nests: an MPI function may call a function of the program that calls MPI. A call that
  /// began before the task had several threads leaves, or waits, without enter().
  void enter();
  void leave();

  void arm() { armed_at_ = events_.load(std::memory_order_acquire); }
  /// Waits until something has happened since arm().
  void wait();
  /// Lets others in, and polls.
  void yield();
  /// Reports that something happened for which a thread may wait. Any thread may call it.
  void wake();

 private:
  bool has_entered() const;
  void take();
  void release();

  Runtime& runtime_;
  std::mutex in_mpi_;
  std::atomic<const void*> owner_{nullptr};  ///< identifies the thread that holds `in_mpi_`
  int depth_ = 0;                            ///< how often that thread has entered
  int waiting_ = 0;                          ///< threads that are in wait()
  bool idle_ = false;                        ///< all threads that are in MPI wait
  std::uint32_t armed_at_ = 0;
  std::atomic<std::uint32_t> events_{0};
};

}  // namespace bamboo::mpi
