// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <vector>

#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"
#include "image/program.h"
#include "region/region_graph.h"

namespace bamboo::mpi {

class Rank;
struct SharedCalls;

/// A program that runs as the tasks of a graph, one for each rank of MPI_COMM_WORLD.
struct Job {
  Job(Program its_program, int its_argc, char** its_argv, Runtime& runtime, int size,
      const RankGeometry& given);

  const Program program;
  const int argc;
  char** const argv;
  TaskGraph ranks;
  RegionGraph regions;
  SharedCalls* calls = nullptr;   ///< where ranks keep their last calls; null: each in itself
  std::atomic<int> exit_code{0};  ///< the first that is not 0, of the ranks of this process

  std::vector<Rank*> local_ranks() const;
  void create_ranks();
  /// Records that a rank that has finished MPI ended with this code.
  void note_exit(int code);
};

}  // namespace bamboo::mpi
