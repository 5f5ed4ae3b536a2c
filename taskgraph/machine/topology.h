// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct hwloc_topology;

namespace bamboo {

/// Which cores of a machine are near to each other, as hwloc finds it.
class Topology {
 public:
  /// Returns nothing if Bamboo was built without hwloc, or if hwloc finds nothing.
  static std::optional<Topology> of_this_machine();
  /// A machine that hwloc describes: "pack:2 core:4 pu:2".
  static std::optional<Topology> synthetic(const std::string& description);

  /// Divides cores, as affinity() writes them, into parts as equal and as far from each other as
  /// possible: over sockets, cores and hardware threads, in this order. There are at least as many
  /// cores as parts. Changes the topology: only these cores remain. Returns nothing if it has none
  /// of them.
  std::optional<std::vector<std::string>> divide(const std::string& cores, int parts);

 private:
  struct Destroy {
    void operator()(hwloc_topology* topology) const;
  };
  using Handle = std::unique_ptr<hwloc_topology, Destroy>;

  explicit Topology(Handle handle) : handle_(std::move(handle)) {}
  static std::optional<Topology> load(const char* description);

  Handle handle_;
};

}  // namespace bamboo
