// SPDX-License-Identifier: Apache-2.0
// This process's part in the roll call of the job: in which calls its ranks are, and for what they
// wait.
#pragma once

#include <memory>

#include "bamboo/taskgraph/runtime.h"

namespace bamboo::mpi {

struct Job;

/// Answers SIGUSR1, and reports by itself when no rank has begun or ended a call for the time of
/// the watch. Does nothing unless `bamboo run` listens.
class RollCall {
 public:
  /// Call it before the MPI is initialised, which may have a handler of its own.
  RollCall();
  ~RollCall();
  RollCall(const RollCall&) = delete;
  RollCall& operator=(const RollCall&) = delete;

  void begin(Job& job);
  /// Called by workers that have nothing to run. Only they may read what the ranks wait for.
  void describe_if_asked();
  /// The ranks have ended.
  void end();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  ///< null: `bamboo run` does not ask for roll calls
};

}  // namespace bamboo::mpi
