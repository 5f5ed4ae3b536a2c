// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

/// The rank's phase in MPI's life cycle.
enum class Phase : unsigned char { BeforeInit, Running, Finalized };

/// The life of a rank, from MPI_Init to the exit code.
struct LifeCycle {
  /// Requests that the program has not completed when it ends MPI: the first, and how many.
  struct Unfinished {
    std::size_t count = 0;
    CallSite started_by;
    std::string what;
  };

  Phase phase = Phase::BeforeInit;
  int thread_level = MPI_THREAD_SINGLE;
  int exit_code = 0;
  Unfinished unfinished;
};

}  // namespace bamboo::mpi
