// SPDX-License-Identifier: Apache-2.0
#include "configuration/planned_algorithms.h"

#include <algorithm>
#include <string>

namespace bamboo::plans::pmpi {

namespace {

constexpr Algorithm phased_algorithms[] = {
    {"alltoallv/phases", Operation::Alltoallv, true, 0, 0, nullptr, true},
    {"allgatherv/phases", Operation::Allgatherv, true, 0, 0, nullptr, true},
    {"gatherv/phases", Operation::Gatherv, true, 0, 0, nullptr, true},
    {"scatterv/phases", Operation::Scatterv, true, 0, 0, nullptr, true},
    {"reduce_scatter/phases", Operation::ReduceScatter, true, 0, 0, nullptr, true},
};

}  // namespace

const Algorithm& phased_of(Operation operation) {
  return *std::ranges::find(phased_algorithms, operation, &Algorithm::operation);
}

std::vector<const Algorithm*> planned_algorithms() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& each : algorithms()) all.push_back(&each);
  all.push_back(&repeated);
  return all;
}

const Algorithm* gated_exchange(Operation operation) {
  switch (operation) {
    case Operation::Allgather:
    case Operation::Allgatherv:
    case Operation::Alltoall:
    case Operation::Alltoallv:
    case Operation::ReduceScatter:
    case Operation::ReduceScatterBlock:
      return find(std::string(name_of(operation)) + "/gated");
    default:
      return nullptr;
  }
}

const Algorithm* multicast_of(Operation operation) {
  const auto found = std::ranges::find_if(algorithms(), [=](const Algorithm& each) {
    return each.operation == operation && each.by_multicast;
  });
  return found == algorithms().end() ? nullptr : &*found;
}

const Algorithm* find_planned(std::string_view name) {
  return name == repeated.name ? &repeated : find(name);
}

}  // namespace bamboo::plans::pmpi
