// SPDX-License-Identifier: Apache-2.0
// Along which edges a rank may send in its regions.
#pragma once

#include <bamboo/region.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "p2p/messaging_task.h"
#include "region/region_graph.h"
#include "topologies/cartesian.h"

namespace bamboo::mpi {

/// "file.c:12", where the directive of a region or a block is.
template <class Annotation>
std::string place_of(const Annotation& annotation) {
  return std::string(annotation.file) + ":" + std::to_string(annotation.line);
}

/// The edges of one rank's regions. The edges of a region are computed when it begins for the first
/// time after a possible change of the geometry.
class RegionEdges {
 public:
  struct Edges {
    std::vector<std::unique_ptr<Layout>> layouts;
    Geometry geometry;
    std::shared_ptr<const Geometry> cartesian;  ///< which the geometry follows; null: none
  };

  RegionEdges(MessagingTask& task, RegionGraph& graph) : task_(task), graph_(graph) {}

  const Edges& of(const bamboo_region& region);
  /// Ends the job when none of the region's layouts has the edge.
  void check(const bamboo_region& region, const Edges& edges, TaskId to, int tag) const;
  /// Sets the geometry of regions with the same `dimension`, unless BAMBOO_GEOMETRY sets another.
  void follow(const CartesianTopology& topology);

 private:
  /// Returns null if regions of this dimension follow no communicator.
  std::shared_ptr<const Geometry> followed(int dimension) const;

  MessagingTask& task_;
  RegionGraph& graph_;
  /// The geometry of the program's latest world-sized Cartesian communicator. Each one has its own
  /// object.
  std::shared_ptr<const Geometry> cartesian_;
  std::map<const bamboo_region*, Edges> edges_;
};

}  // namespace bamboo::mpi
