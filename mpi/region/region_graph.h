// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <set>
#include <string>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/mapping_table.h"

namespace bamboo::mpi {

/// The ranks as the regions of all of them see them: in which geometry, and with which edges.
class RegionGraph {
 public:
  /// `geometry` is that of the job, of dimension 0 when the program declares none. `is_given`:
  /// BAMBOO_GEOMETRY says it.
  RegionGraph(MappingTable& table, Geometry geometry, bool is_given, int ranks)
      : table_(table), geometry_(std::move(geometry)), is_given_(is_given), ranks_(ranks) {}

  /// The geometry of regions without a Cartesian communicator: BAMBOO_GEOMETRY, else the default
  /// one. Messages may use periodic edges.
  Geometry geometry_of(int dimension) const;
  bool is_given() const { return is_given_; }

  /// Enters a region's edges into the mapping table: once for all ranks, `where` names the region.
  /// Throws std::length_error.
  void declare(const std::string& where, const Layout& layout, const Geometry& geometry);
  /// Whether an edge of the layout leads from the task to another process.
  bool leaves_process(TaskId task, const Layout& layout, const Geometry& geometry) const;

 private:
  MappingTable& table_;
  const Geometry geometry_;
  const bool is_given_;
  const int ranks_;
  std::mutex lock_;
  std::set<std::string> declared_;  // guarded by lock_
};

}  // namespace bamboo::mpi
