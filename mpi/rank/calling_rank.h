// SPDX-License-Identifier: Apache-2.0
// From the calling thread to its rank: the beginning and the end of every MPI function.
#pragma once

#include <optional>

#include "rank/rank.h"

namespace bamboo::mpi {

/// The rank that the calling thread works for: the one that it runs, or the one whose copy of the
/// program holds the call site. A message that names `function` and the end of the job where there
/// is none. Any thread.
Rank& calling_rank(const char* function, void* call_site);

/// In its scope the calling thread is in MPI, for its rank. With MPI_THREAD_SERIALIZED and more any
/// thread of the rank may be, and keeps the others out as long as it does not wait; else a message
/// and the end of the job for all threads but that which runs the rank.
class InMpi {
 public:
  InMpi(const char* function, void* call_site) : rank(running_rank()) {
    if (!rank) [[unlikely]]
      enter(function, call_site);
  }
  ~InMpi() {
    if (thread_) [[unlikely]]
      rank->own_threads()->leave();
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
