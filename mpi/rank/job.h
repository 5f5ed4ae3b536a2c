// SPDX-License-Identifier: Apache-2.0
// The job as one process sees it: how many ranks there are, where they live, how to reach them.
#pragma once

#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/mapping_table.h"
#include "bamboo/taskgraph/messenger.h"
#include "bamboo/taskgraph/placement.h"
#include "errors/end_job.h"
#include "image/program.h"

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
  int workers = 1;  ///< threads that run ranks
  std::unique_ptr<MappingTable> table;
  std::atomic<int> exit_code{0};  ///< the first that is not 0, of the ranks of this process

  /// Where messages for a rank go.
  Channel channel(TaskId rank) const { return table->channel(rank); }
  /// The rank when it lives in this process, else null.
  Rank* local_rank(TaskId id) const;
  void add(std::unique_ptr<Rank> rank);
  /// A rank that has finished MPI ended with this code.
  void note_exit(int code);
  const std::vector<Rank*>& local_ranks() const { return local_list_; }
  /// In a process that a rank has forked: what ends there is not the job.
  bool in_forked_child() const { return ::getpid() != pid_; }
  /// No rank ever finds itself on another one's thread.
  bool has_one_rank_and_worker() const { return local_list_.size() == 1 && workers == 1; }

  /// Enters a region's edges into the mapping table: once for all ranks, `where` names the region.
  void prebuild(const std::string& where, const Layout& layout, const Geometry& geometry);

 private:
  const pid_t pid_ = ::getpid();
  std::mutex prebuilt_lock_;
  std::set<std::string> prebuilt_;
  std::vector<Rank*> local_list_;
};

/// The job of this process, null before run_job().
Job* current_job();

}  // namespace bamboo::mpi
