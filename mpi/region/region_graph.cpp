// SPDX-License-Identifier: Apache-2.0
#include "region/region_graph.h"

#include <vector>

namespace bamboo::mpi {

Geometry RegionGraph::geometry_of(int dimension) const {
  const Geometry base = of_job_.geometry.dimension() == dimension
                            ? of_job_.geometry
                            : Geometry::balanced(ranks_.size(), dimension);
  std::vector<int> extents;
  for (int d = 0; d < base.dimension(); ++d) extents.push_back(base.extent(d));
  return Geometry(extents, std::vector<bool>(extents.size(), true));
}

}  // namespace bamboo::mpi
