// SPDX-License-Identifier: Apache-2.0
#include "traffic_options.h"

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans::command {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text)
    if (c == ':')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

// Distributions of the standard library differ between implementations. A seed must give the same
// numbers everywhere.
double uniform(std::mt19937_64& random) {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

Traffic random_pattern(int ranks, std::uint64_t seed, double density, std::size_t largest) {
  std::mt19937_64 random(seed);
  Traffic out{ranks, {}};
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) {
      if (from == to || uniform(random) >= density) continue;
      const double bytes = std::pow(static_cast<double>(largest), uniform(random));
      out.messages.push_back({from, to, static_cast<std::size_t>(bytes)});
    }
  return out;
}

Traffic paper_pattern(std::uint64_t seed) {
  Traffic out = all_to_all(16, 1);
  std::mt19937_64 random(seed);
  for (std::size_t i = out.messages.size(); i > 1; --i)
    std::swap(out.messages[i - 1], out.messages[random() % i]);
  for (std::size_t i = 0; i < out.messages.size(); ++i)
    out.messages[i].bytes = i < 160 ? 64 * 1024 : i < 180 ? 16 * 1024 : 100;
  return out;
}

/// A file, or "random:SEED[:DENSITY[:LARGEST]]" (each pair with that probability, default 0.5, has
/// up to that many bytes, default 64K, sizes of all orders of magnitude), or "paper:SEED": 160
/// messages of 64 KiB, 20 of 16 KiB and 60 of 100 bytes among 16 ranks (CC-MPI, PPoPP'03, Table 3).
Traffic pattern(const std::string& text, int ranks) {
  const std::vector<std::string> words = split(text);
  if (words.size() < 2 || (words[0] != "random" && words[0] != "paper")) return read_traffic(text);
  const std::uint64_t seed = parse_bytes(words[1]);
  if (words[0] == "paper") {
    if (words.size() != 2) throw std::invalid_argument("a pattern of the paper is 'paper:SEED'");
    return paper_pattern(seed);
  }
  if (words.size() > 4)
    throw std::invalid_argument("a random pattern is 'random:SEED:DENSITY:LARGEST'");
  double density = 0.5;
  if (words.size() > 2) {
    char* end = nullptr;
    density = std::strtod(words[2].c_str(), &end);
    if (words[2].empty() || *end != '\0' || !(density >= 0 && density <= 1))
      throw std::invalid_argument("'" + words[2] + "' is no density; it is from 0 to 1");
  }
  const std::size_t largest = words.size() > 3 ? parse_bytes(words[3]) : 65536;
  if (largest == 0) throw std::invalid_argument("messages of at most no bytes");
  return random_pattern(ranks, seed, density, largest);
}

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
