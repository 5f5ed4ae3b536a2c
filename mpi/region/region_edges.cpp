// SPDX-License-Identifier: Apache-2.0
#include "region/region_edges.h"

#include <stdexcept>
#include <utility>

#include "errors/end_job.h"
#include "errors/source_location.h"

namespace bamboo::mpi {

namespace {

std::unique_ptr<Layout> make_layout(const bamboo_layout& layout) {
  if (layout.neighbours) return function_layout(layout.name, layout.neighbours);
  if (layout.make)
    return std::unique_ptr<Layout>(static_cast<Layout*>(const_cast<void*>(layout.make())));
  std::vector<int> dims;
  for (const int d : layout.dims)
    if (d >= 0) dims.push_back(d);
  return predefined_layout(layout.name, dims);
}

}  // namespace

std::shared_ptr<const Geometry> RegionEdges::followed(int dimension) const {
  const bool follows = cartesian_ && cartesian_->dimension() == dimension && !graph_.is_given();
  return follows ? cartesian_ : nullptr;
}

void RegionEdges::follow(const CartesianTopology& topology) {
  if (topology.dims.empty()) return;  // no region has that dimension
  cartesian_ = std::make_shared<const Geometry>(
      topology.dims, std::vector<bool>(topology.periods.begin(), topology.periods.end()));
}

const RegionEdges::Edges& RegionEdges::of(const bamboo_region& region) {
  const auto cartesian = followed(region.dimension);
  const auto known = edges_.find(&region);
  if (known != edges_.end() && known->second.cartesian == cartesian) return known->second;
  Edges edges;
  edges.cartesian = cartesian;
  edges.geometry = cartesian ? *cartesian : graph_.geometry_of(region.dimension);
  for (int i = 0; i < region.layout_count; ++i) {
    auto layout = make_layout(region.layouts[i]);
    if (!layout) end_job_at(place_of(region), "unknown layout '%s'", region.layouts[i].name);
    try {
      graph_.ranks().declare(place_of(region) + " " + layout->name(), *layout, edges.geometry);
      // Tasks that feed another process run first; otherwise the network is idle while inner tasks
      // compute.
      if (graph_.ranks().feeds_other_process(task_.id(), *layout, edges.geometry))
        task_.hints().priority = MessagingTask::feeds_other_process;
    } catch (const std::length_error& error) {
      end_job_at(place_of(region), "%s", error.what());
    }
    edges.layouts.push_back(std::move(layout));
  }
  return edges_[&region] = std::move(edges);
}

void RegionEdges::check(const bamboo_region& region, const Edges& edges, TaskId to, int tag) const {
  for (const auto& layout : edges.layouts)
    if (layout->contains(task_.id(), to, edges.geometry)) return;
  std::string names;
  for (const auto& layout : edges.layouts) names += (names.empty() ? "" : ", ") + layout->name();
  std::string extents;
  for (int d = 0; d < edges.geometry.dimension(); ++d)
    extents += (d ? "x" : "") + std::to_string(edges.geometry.extent(d));
  end_job_at(place_of(region),
             "rank %d sends to rank %d (tag %d) in this region, but no edge of its layout (%s) "
             "leads there; geometry %s\n%s: bamboo: note: the send is here",
             task_.id(), to, tag, names.c_str(), extents.c_str(),
             describe_call_site(task_.call.address).c_str());
}

}  // namespace bamboo::mpi
