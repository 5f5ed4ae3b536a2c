// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo::mpi {

/// The geometry that contains the ranks of the job.
struct RankGeometry {
  Geometry geometry;      ///< of dimension 0 when the program declares none
  bool is_given = false;  ///< BAMBOO_GEOMETRY says it
};

/// The ranks and their geometry, as the regions of all of them use them.
class RegionGraph {
 public:
  RegionGraph(TaskGraph& ranks, RankGeometry of_job) : ranks_(ranks), of_job_(std::move(of_job)) {}

  /// The geometry of regions without a Cartesian communicator: BAMBOO_GEOMETRY, else the default
  /// one. Messages may use periodic edges.
  Geometry geometry_of(int dimension) const;
  bool is_given() const { return of_job_.is_given; }
  TaskGraph& ranks() const { return ranks_; }

 private:
  TaskGraph& ranks_;
  const RankGeometry of_job_;
};

}  // namespace bamboo::mpi
