// SPDX-License-Identifier: Apache-2.0
#include "configuration/planned_algorithms.h"

#include <algorithm>
#include <string>

namespace bamboo::plans::pmpi {

namespace {

#define BAMBOO_PHASED(operation, name)                                        \
  Phased {                                                                    \
    {name "/phases", Operation::operation, true, 0, 0, nullptr, true},        \
        {name "/phases, level 1", Operation::operation, true, 0, 0, nullptr}, \
        {name "/phases, level 3", Operation::operation, true, 0, 0, nullptr}, \
  }

constexpr Phased phased_table[] = {
    BAMBOO_PHASED(Gatherv, "gatherv"),
    BAMBOO_PHASED(Scatterv, "scatterv"),
    BAMBOO_PHASED(Allgatherv, "allgatherv"),
    BAMBOO_PHASED(Alltoallv, "alltoallv"),
    BAMBOO_PHASED(ReduceScatter, "reduce_scatter"),
};

constexpr const Algorithm* learnt_algorithms[] = {&repeated, &aggregated_allgatherv,
                                                  &aggregated_alltoallv};

}  // namespace

const Algorithm* learnt_of(Operation operation) {
  const auto* const found = std::ranges::find(learnt_algorithms, operation, &Algorithm::operation);
  return found == std::end(learnt_algorithms) ? nullptr : *found;
}

const Algorithm& without_pattern(const Algorithm& learnt) {
  const char* way = is_of_neighbours(learnt.operation) ? "/direct" : "/gated";
  return *find(std::string(name_of(learnt.operation)) + way);
}

const Phased& phased_of(Operation operation) {
  return *std::ranges::find_if(
      phased_table, [=](const Phased& each) { return each.by_hand.operation == operation; });
}

std::vector<const Algorithm*> planned_algorithms() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& each : algorithms()) all.push_back(&each);
  for (const Algorithm* each : learnt_algorithms) all.push_back(each);
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
  for (const Algorithm* each : learnt_algorithms)
    if (name == each->name) return each;
  return find(name);
}

}  // namespace bamboo::plans::pmpi
