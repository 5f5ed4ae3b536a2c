// SPDX-License-Identifier: Apache-2.0
// The commands that read a plan: print, draw, check and simulate it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>

#include "bamboo/plans/files.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/simulate.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

/// The options of all four commands.
struct Options {
  std::string file, network, output, overhead;
  std::vector<int> ranks;
  bool links = false;
};

std::shared_ptr<Options> options_of(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  return options;
}

/// Reads the plan, and sets the network that the options name.
SavedPlan read(const Options& options) {
  SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
  if (!options.network.empty()) plan.network = read_network(options.network);
  return plan;
}

void print_phases(const SavedPlan& plan) {
  const auto& phases = plan.phases->phases;
  std::printf("%s, %d ranks, %zu phases, separated by %s\n", plan.phases->scheduler.c_str(),
              plan.size, phases.size(), name_of(plan.separation));
  for (std::size_t p = 0; p < phases.size(); ++p) {
    const bool small = plan.phases->small_last && p + 1 == phases.size();
    std::printf("phase %zu%s:", p, small ? " (small messages)" : "");
    for (const Transfer& t : phases[p]) {
      std::printf(" %d->%d %s", t.from, t.to,
                  bytes_text(static_cast<double>(t.bytes * plan.unit_bytes)).c_str());
      if (t.offset != 0) std::printf(" from byte %zu", t.offset * plan.unit_bytes);
      std::printf(&t == &phases[p].back() ? "" : ",");
    }
    std::printf("\n");
  }
}

int print(const Options& options) {
  const SavedPlan plan = read(options);
  if (plan.phases && options.ranks.empty()) {
    print_phases(plan);
    return 0;
  }
  for (int rank : options.ranks)
    if (rank < 0 || rank >= plan.size)
      throw std::invalid_argument("there is no rank " + std::to_string(rank) + ", but " +
                                  std::to_string(plan.size) + " ranks from 0 on");
  const std::vector<Plan> plans = plans_of(plan);
  if (options.ranks.empty())
    for (const Plan& each : plans) std::fputs(to_text(each).c_str(), stdout);
  for (int rank : options.ranks) std::fputs(to_text(plans[rank]).c_str(), stdout);
  return 0;
}

int draw(const Options& options) {
  const SavedPlan plan = read(options);
  constexpr std::size_t most = 50'000;  // no viewer shows more
  std::size_t shapes = 0;
  if (plan.phases)
    for (const auto& phase : plan.phases->phases)
      shapes += phase.size() + plan.network.links().size();
  if (shapes > most)
    throw std::invalid_argument("a picture of " + std::to_string(shapes) +
                                " arrows and links shows nothing; draw fewer ranks");
  write_text(options.output, plan.phases ? to_svg(*plan.phases, plan.network) : to_svg(plan.plans));
  return 0;
}

int check_plan(const Options& options) {
  const SavedPlan plan = read(options);
  const PlanCheck checked = check(plan);
  if (checked.fault) throw FileError(options.file + ": error: " + checked.fault->text);
  if (plan.phases)
    std::printf("%zu phases: every byte moves once, no link has more than it carries%s\n",
                plan.phases->phases.size(),
                plan.phases->small_last ? " but for the small messages" : "");
  std::printf("%d plans: no rank waits for ever, %s\n", plan.size,
              checked.follows_units
                  ? "every byte arrives where it must"
                  : "every send has a receive of the same count (too large to follow each byte)");
  return 0;
}

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

/// The time that the busiest link would need if it were busy all the time.
double bound_of(const Network& network, const Simulated& run) {
  double seconds = 0;
  for (std::size_t l = 0; l < run.bytes.size(); ++l)
    seconds = std::max(seconds, run.bytes[l] / network.links()[l].rate);
  return seconds;
}

int simulate_plan(const Options& options) {
  const SavedPlan plan = read(options);
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

Run print_command(CLI::App& app) {
  const auto options = options_of(app);
  app.add_option("--rank", options->ranks, "that rank's steps instead (may be given several times)")
      ->type_name("RANK");
  return [options] { return print(*options); };
}

Run draw_command(CLI::App& app) {
  const auto options = options_of(app);
  app.add_option("-o,--output", options->output, "the picture, an SVG")
      ->required()
      ->type_name("FILE.svg");
  return [options] { return draw(*options); };
}

Run check_command(CLI::App& app) {
  const auto options = options_of(app);
  app.add_option("--network", options->network, "check it on that network instead of its own")
      ->type_name("NETWORK");
  return [options] { return check_plan(*options); };
}

Run simulate_command(CLI::App& app) {
  const auto options = options_of(app);
  app.add_option("--network", options->network, "on that network instead of its own")
      ->type_name("NETWORK");
  app.add_option("--overhead", options->overhead,
                 "of a processor, for each message at each end (default: 10us)")
      ->type_name("TIME");
  app.add_flag("--links", options->links, "how busy each link is");
  return [options] { return simulate_plan(*options); };
}

}  // namespace bamboo::plans::command
