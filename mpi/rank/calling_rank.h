// SPDX-License-Identifier: Apache-2.0
// From the calling thread to its rank: the beginning and the end of every MPI function.
#pragma once

#include <optional>

#include "rank/rank.h"

namespace bamboo::mpi {

/// Returns the rank for which the calling thread works: the one that it runs, else the one whose
/// copy of the program holds the call site, else the only one of the process. If there is none,
/// prints a message that names `function`, and ends the job. Any thread may call it.
Rank& calling_rank(const char* function, void* call_site);

/// While this object exists, the calling thread is in MPI, for its rank. If the rank has its own
/// threads, the others cannot enter until it waits. The first call of a thread that does not run
/// the rank gives it its own threads (undeclared_threads).
class InMpi {
 public:
  InMpi(const char* function, void* call_site) : rank(running_rank()) {
    if (!rank) [[unlikely]]
      enter(function, call_site);
  }
  ~InMpi() {
    if (OwnThreads* threads = rank->own_threads()) [[unlikely]]
      threads->leave();
  }
  InMpi(const InMpi&) = delete;
  InMpi& operator=(const InMpi&) = delete;

  Rank* rank;

 private:
  static Rank* running_rank() { return static_cast<Rank*>(Runtime::running()); }
  void enter(const char* function, void* call_site);

  std::optional<MessagingTask::OwnThread> thread_;
};

}  // namespace bamboo::mpi
