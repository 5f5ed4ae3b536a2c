// SPDX-License-Identifier: Apache-2.0
#include "traffic_options.h"

#include <stdexcept>

#include "bamboo/plans/quantities.h"
#include "pattern.h"

namespace bamboo::plans::command {
namespace {

struct Way {
  const char *option, *says, *is_for;
  bool (*serves)(Operation operation);
  bool (*is_given)(const TrafficOptions& options);
};

constexpr Way ways[] = {
    {"--bytes", "says how large a block is", "is for blocks of one size",
     [](Operation o) { return !is_irregular(o) && o != Operation::Barrier; },
     [](const TrafficOptions& options) { return !options.bytes.empty(); }},
    {"--pattern", "says how much each rank has for each", "is for alltoallv only",
     [](Operation o) { return o == Operation::Alltoallv; },
     [](const TrafficOptions& options) { return !options.pattern.empty(); }},
    {"--blocks", "says how large each rank's block is",
     "is for gatherv, scatterv, allgatherv and reduce_scatter",
     [](Operation o) { return is_irregular(o) && o != Operation::Alltoallv; },
     [](const TrafficOptions& options) { return !options.blocks.empty(); }},
};

std::vector<std::size_t> units_of_blocks(const TrafficOptions& options, const SavedPlan& plan) {
  if (options.blocks.size() != static_cast<std::size_t>(plan.size))
    throw std::invalid_argument("--blocks has " + std::to_string(options.blocks.size()) +
                                " sizes, the network " + std::to_string(plan.size) + " hosts");
  std::vector<std::size_t> out;
  for (const std::string& block : options.blocks) {
    const std::size_t bytes = parse_bytes(block);
    if (bytes % plan.unit_bytes != 0)
      throw std::invalid_argument("a block of " + block + " has no whole number of units of " +
                                  options.unit);
    out.push_back(bytes / plan.unit_bytes);
  }
  return out;
}

Traffic traffic_of_blocks(const TrafficOptions& options, const SavedPlan& plan) {
  const std::vector<std::size_t> blocks = units_of_blocks(options, plan);
  const auto units = [&](int from, int to) {
    switch (plan.operation) {
      case Operation::Gatherv:
        return to == plan.root ? blocks[from] : 0;
      case Operation::Scatterv:
        return from == plan.root ? blocks[to] : 0;
      case Operation::Allgatherv:
        return blocks[from];
      default:  // ReduceScatter
        return blocks[to];
    }
  };
  std::vector<std::size_t> counts;
  for (int from = 0; from < plan.size; ++from)
    for (int to = 0; to < plan.size; ++to) counts.push_back(units(from, to));
  return traffic_of(plan.size, counts);
}

}  // namespace

void declare_traffic(CLI::App& app, TrafficOptions& options) {
  app.add_option("--bytes", options.bytes, "in a block, such as 64K")->type_name("SIZE");
  app.add_option("--pattern", options.pattern,
                 "alltoallv: a file of lines 'FROM TO BYTES' below a line 'ranks N', or\n"
                 "random:SEED[:DENSITY[:LARGEST]], or paper:SEED (160 x 64K, 20 x 16K, 60 x 100)")
      ->type_name("PATTERN");
  app.add_option("--blocks", options.blocks,
                 "gatherv, scatterv, allgatherv, reduce_scatter: the size of each rank's block")
      ->delimiter(',')
      ->type_name("SIZE,SIZE,…");
  app.add_option("--unit", options.unit, "of a reduction: bytes in an element (default: 1)")
      ->type_name("SIZE");
}

void check_options(const TrafficOptions& options, Operation operation) {
  if (is_of_neighbours(operation))
    throw std::invalid_argument(std::string(name_of(operation)) +
                                " is planned for the graph of a communicator, when a program "
                                "calls it; there is nothing to make before");
  for (const Way& way : ways)
    if (way.is_given(options) && !way.serves(operation))
      throw std::invalid_argument(std::string(way.option) + " " + way.is_for);
  for (const Way& way : ways)
    if (way.serves(operation) && !way.is_given(options))
      throw std::invalid_argument(std::string(way.option) + " " + way.says);
  const std::size_t unit = parse_bytes(options.unit);
  if (unit == 0) throw std::invalid_argument("--unit: an element needs at least one byte");
  if (unit != 1 && !reduces(operation))
    throw std::invalid_argument("--unit is for reductions, whose elements stay whole");
}

void set_traffic(const TrafficOptions& options, SavedPlan& plan) {
  if (plan.operation == Operation::Alltoall) {
    plan.traffic = all_to_all(plan.size, parse_bytes(options.bytes));
    return;
  }
  plan.traffic = plan.operation == Operation::Alltoallv ? pattern(options.pattern, plan.size)
                                                        : traffic_of_blocks(options, plan);
  if (plan.traffic.size > plan.size)
    throw std::invalid_argument("the pattern has " + std::to_string(plan.traffic.size) +
                                " ranks, the network " + std::to_string(plan.size) + " hosts");
  plan.size = plan.traffic.size;
}

}  // namespace bamboo::plans::command
