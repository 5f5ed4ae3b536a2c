// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <span>

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

struct alignas(64) RankCall {
  int rank = 0;
  CallSite last;
};

/// The calls of a process's ranks, in memory that outlives the process. Each rank writes its own.
struct SharedCalls {
  std::atomic<int> process = -1;  ///< -1: not known before the MPI is initialised
  std::atomic<int> used = 0;      ///< of `calls`
  std::span<RankCall> calls;

  CallSite* add(int rank) {
    const int index = used.load(std::memory_order_relaxed);
    calls[index].rank = rank;
    used.store(index + 1, std::memory_order_release);
    return &calls[index].last;
  }
};

}  // namespace bamboo::mpi
