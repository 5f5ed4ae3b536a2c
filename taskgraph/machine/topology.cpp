// SPDX-License-Identifier: Apache-2.0
#include "machine/topology.h"

#ifdef BAMBOO_HAS_HWLOC

#include <hwloc.h>

#include <climits>

namespace bamboo {
namespace {

struct FreeBitmap {
  void operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeBitmap>;

Bitmap bitmap_of(const std::string& cores) {
  Bitmap result(hwloc_bitmap_alloc());
  for (std::size_t core = 0; core < cores.size(); ++core)
    if (cores[core] == '1') hwloc_bitmap_set(result.get(), static_cast<unsigned>(core));
  return result;
}

std::string text_of(hwloc_const_bitmap_t bitmap) {
  std::string result(static_cast<std::size_t>(hwloc_bitmap_last(bitmap) + 1), '0');
  for (int core = hwloc_bitmap_first(bitmap); core >= 0; core = hwloc_bitmap_next(bitmap, core))
    result[static_cast<std::size_t>(core)] = '1';
  return result;
}

}  // namespace

void Topology::Destroy::operator()(hwloc_topology* topology) const {
  hwloc_topology_destroy(topology);
}

std::optional<Topology> Topology::load(const char* description) {
  hwloc_topology* made = nullptr;
  if (hwloc_topology_init(&made) != 0) return std::nullopt;
  Handle handle(made);
  if (description != nullptr && hwloc_topology_set_synthetic(made, description) != 0)
    return std::nullopt;
  if (hwloc_topology_load(made) != 0) return std::nullopt;
  return Topology(std::move(handle));
}

std::optional<Topology> Topology::of_this_machine() {
  return load(nullptr);
}

std::optional<Topology> Topology::synthetic(const std::string& description) {
  return load(description.c_str());
}

std::optional<std::vector<std::string>> Topology::divide(const std::string& cores, int parts) {
  if (hwloc_topology_restrict(handle_.get(), bitmap_of(cores).get(), 0) != 0) return std::nullopt;
  std::vector<hwloc_cpuset_t> sets(static_cast<std::size_t>(parts));
  hwloc_obj_t root = hwloc_get_root_obj(handle_.get());
  if (hwloc_distrib(handle_.get(), &root, 1, sets.data(), static_cast<unsigned>(parts), INT_MAX, 0))
    return std::nullopt;
  std::vector<std::string> result;
  for (hwloc_cpuset_t set : sets) result.push_back(text_of(Bitmap(set).get()));
  return result;
}

}  // namespace bamboo

#else

namespace bamboo {

void Topology::Destroy::operator()(hwloc_topology*) const {}

std::optional<Topology> Topology::load(const char*) {
  return std::nullopt;
}

std::optional<Topology> Topology::of_this_machine() {
  return std::nullopt;
}

std::optional<Topology> Topology::synthetic(const std::string&) {
  return std::nullopt;
}

std::optional<std::vector<std::string>> Topology::divide(const std::string&, int) {
  return std::nullopt;
}

}  // namespace bamboo

#endif
