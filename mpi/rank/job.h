// SPDX-License-Identifier: Apache-2.0
// The job as one process sees it: how many ranks there are, where they live, how to reach them.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/mapping_table.h"
#include "bamboo/taskgraph/messenger.h"
#include "bamboo/taskgraph/placement.h"
#include "image/program.h"
#include "region/region_graph.h"

namespace bamboo::mpi {

class Rank;

struct Job {
  Program program;
  int argc = 0;
  char** argv = nullptr;

  int ranks = 1;
  Geometry geometry;  ///< default geometry; of dimension 0 when the program declares none
  bool geometry_is_default = true;  ///< not given by BAMBOO_GEOMETRY
  Placement placement;
  std::unique_ptr<Messenger> messenger;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<MappingTable> table;
  std::unique_ptr<RegionGraph> region_graph;
  std::atomic<int> exit_code{0};  ///< the first that is not 0, of the ranks of this process

  /// The rank when it lives in this process, else null.
  Rank* local_rank(TaskId id) const;
  /// The engine owns it.
  void add(std::unique_ptr<Rank> rank);
  /// A rank that has finished MPI ended with this code.
  void note_exit(int code);
  const std::vector<Rank*>& local_ranks() const { return local_list_; }

 private:
  std::vector<Rank*> local_list_;
};

}  // namespace bamboo::mpi
