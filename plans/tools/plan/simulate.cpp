// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/simulate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

struct SimulateOptions {
  std::string file, network, overhead;
  bool links = false;
};

void print_links(const Network& network, const Simulated& run) {
  std::vector<std::size_t> order(network.links().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t l) { return run.busy[l]; });
  std::printf("%-12s %12s %12s %11s %6s\n", "link", "rate", "bytes", "busy", "part");
  for (std::size_t l : order) {
    if (run.bytes[l] == 0 || std::isinf(network.links()[l].rate)) continue;
    std::printf("%-12s %12s %12s %11s %5.0f%%\n", network.links()[l].name.c_str(),
                rate_text(network.links()[l].rate).c_str(), bytes_text(run.bytes[l]).c_str(),
                seconds_text(run.busy[l]).c_str(), 100 * run.busy[l] / run.seconds);
  }
}

/// The busiest link's time, had it been busy all the time.
double bound_of(const Network& network, const Simulated& run) {
  double seconds = 0;
  for (std::size_t l = 0; l < run.bytes.size(); ++l)
    seconds = std::max(seconds, run.bytes[l] / network.links()[l].rate);
  return seconds;
}

int simulate_plan(const SimulateOptions& options) {
  SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
  if (!options.network.empty()) plan.network = read_network(options.network);
  if (plan.network.hosts() < plan.size)
    throw std::invalid_argument("the network has " + std::to_string(plan.network.hosts()) +
                                " hosts, the plan " + std::to_string(plan.size) + " ranks");
  Costs costs;
  if (!options.overhead.empty()) costs.overhead = parse_seconds(options.overhead);
  const auto unit = static_cast<double>(plan.unit_bytes);
  const Simulated run = simulate(plans_of(plan), unit, plan.network, costs);
  if (run.fault) throw FileError(options.file + ": error: " + run.fault->text);
  const double bound = bound_of(plan.network, run);
  std::printf("simulated %s, bound %s", seconds_text(run.seconds).c_str(),
              seconds_text(bound).c_str());
  if (bound > 0) std::printf(", %.3f times the bound", run.seconds / bound);
  std::printf("\n");
  if (options.links) print_links(plan.network, run);
  return 0;
}

}  // namespace

Run simulate_command(CLI::App& app) {
  const auto options = std::make_shared<SimulateOptions>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  app.add_option("--network", options->network, "on that network instead of its own")
      ->type_name("NETWORK");
  app.add_option("--overhead", options->overhead,
                 "of a processor, for each message at each end (default: 10us)")
      ->type_name("TIME");
  app.add_flag("--links", options->links, "how busy each link is");
  return [options] { return simulate_plan(*options); };
}

}  // namespace bamboo::plans::command
