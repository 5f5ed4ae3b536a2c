// SPDX-License-Identifier: Apache-2.0
// The working directory and the file mode mask of one rank. The kernel keeps them for a process, or
// for a thread that asks for its own: a worker has a rank's while it runs the rank, and those that
// the process started with otherwise. So they hold for every library that the rank calls.
#pragma once

#include <sys/types.h>

#include <optional>

namespace bamboo::mpi {

class FileContext {
 public:
  ~FileContext();
  /// Before the first rank runs.
  static void remember_initial();
  /// The calling worker gets a directory of its own when others run ranks, too. False: the system
  /// forbids it.
  static bool separate_worker();
  /// The calling thread and those that it starts are one rank's.
  static void keep_thread_apart();
  /// The calling thread, which a thread of a rank has started, is a worker from now on.
  static void begin_worker();

  /// The rank runs on the calling thread from now on, or does no longer.
  void enter() const;
  void leave() const;

  /// The rank has changed its directory to the present one of the thread. False: see errno.
  bool take_directory();
  void take_mask(mode_t mask) { mask_ = mask; }

 private:
  int directory_ = -1;  ///< open for its path only; -1: the initial one
  std::optional<mode_t> mask_;
};

}  // namespace bamboo::mpi
