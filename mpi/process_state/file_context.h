// SPDX-License-Identifier: Apache-2.0
// The working directory and the file mode mask of one rank. The kernel keeps them per process, or
// per thread on request: a worker has a rank's while it runs the rank, otherwise those of the
// process's start. So they apply to every library that the rank calls.
#pragma once

#include <sys/types.h>

#include <optional>

namespace bamboo::mpi {

class FileContext {
 public:
  ~FileContext();
  /// Call it before the first rank runs.
  static void remember_initial();
  /// Gives the calling worker its own directory if other workers run ranks, too. Returns false if
  /// the system forbids it.
  static bool separate_worker();
  /// The calling thread and the threads that it starts belong to one rank.
  static void keep_thread_apart();
  /// The calling thread, which a thread of a rank has started, is a worker from now on.
  static void begin_worker();

  /// Called when the rank begins to run on the calling thread, and when it stops.
  void enter() const;
  void leave() const;

  /// The rank has changed its directory to the thread's current one. Returns false and sets errno
  /// on failure.
  bool take_directory();
  void take_mask(mode_t mask) { mask_ = mask; }

 private:
  int directory_ = -1;  ///< open for its path only; -1: the initial one
  std::optional<mode_t> mask_;
};

}  // namespace bamboo::mpi
