// SPDX-License-Identifier: Apache-2.0
#include "region/region_graph.h"

#include <algorithm>
#include <vector>

namespace bamboo::mpi {

Geometry RegionGraph::geometry_of(int dimension) const {
  const Geometry base =
      geometry_.dimension() == dimension ? geometry_ : Geometry::balanced(ranks_, dimension);
  std::vector<int> extents;
  for (int d = 0; d < base.dimension(); ++d) extents.push_back(base.extent(d));
  return Geometry(extents, std::vector<bool>(extents.size(), true));
}

void RegionGraph::declare(const std::string& where, const Layout& layout,
                          const Geometry& geometry) {
  const std::lock_guard guard(lock_);
  if (declared_.insert(where).second) table_.prebuild(layout, geometry);
}

bool RegionGraph::leaves_process(TaskId task, const Layout& layout,
                                 const Geometry& geometry) const {
  const Placement& placement = table_.placement();
  if (layout.joins_all()) return placement.processes() > 1;
  const ProcessId here = placement.process_of(task);
  const std::vector<TaskId> targets = layout.targets(task, geometry);
  return std::ranges::any_of(targets, [&](TaskId to) { return placement.process_of(to) != here; });
}

}  // namespace bamboo::mpi
