// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/best.h"
#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/simulate.h"
#include "commands.h"
#include "traffic_options.h"

namespace bamboo::plans::command {
namespace {

struct MakeOptions {
  std::string operation, network, planner = "best", separation = "tokens";
  std::string small = "0", lead, output;
  TrafficOptions traffic;
  int root = 0;
};

/// "bcast/chain", or for a broadcast "chain"; null when there is none.
const Algorithm* algorithm_named(const std::string& name, Operation operation) {
  const Algorithm* found = find(name);
  return found ? found : find(std::string(name_of(operation)) + "/" + name);
}

Separation separation_named(const std::string& name) {
  for (Separation s : {Separation::None, Separation::Tokens, Separation::Barrier})
    if (name == name_of(s)) return s;
  throw std::invalid_argument("there is no separation '" + name + "'");
}

std::size_t transfers(const Phases& phases) {
  std::size_t count = 0;
  for (const auto& phase : phases.phases) count += phase.size();
  return count;
}

/// Uses this scheduler only.
Best made_by(const Scheduler& scheduler, const SavedPlan& plan, const Network& network,
             std::size_t small) {
  if (!scheduler.serves(plan.traffic, network))
    throw std::invalid_argument(std::string("planner '") + scheduler.name +
                                "' cannot do this pattern here: it is " + scheduler.summary);
  Best out{&scheduler, scheduler.make(plan.traffic, network, small), 0};
  out.seconds = predicted(out.phases, network, plan.separation, {}, plan.tokens);
  return out;
}

/// One line for each scheduler that was tried. `network`: in the plan's units.
Phases schedule(const SavedPlan& plan, const Network& network, const MakeOptions& options,
                double limit) {
  const std::size_t small = parse_bytes(options.small) / plan.unit_bytes;
  std::printf("%-17s %7s %10s %11s %8s\n", "planner", "phases", "transfers", "predicted",
              "/ bound");
  const auto print = [limit](const Best& tried) {
    std::printf("%-17s %7zu %10zu %11s %8.3f\n", tried.scheduler->name, tried.phases.phases.size(),
                transfers(tried.phases), seconds_text(tried.seconds).c_str(),
                limit > 0 ? tried.seconds / limit : 1);
  };
  Best chosen;
  if (options.planner == "best") {
    chosen = best_of_all(plan.traffic, network, small, {plan.separation, plan.tokens, {}}, print);
  } else {
    chosen = made_by(*find_scheduler(options.planner), plan, network, small);
    print(chosen);
  }
  std::printf("chosen: %s, separated by %s\n", chosen.scheduler->name, name_of(plan.separation));
  return std::move(chosen.phases);
}

void make_phases(SavedPlan& plan, const MakeOptions& options) {
  if (reduces(plan.operation)) plan.unit_bytes = parse_bytes(options.traffic.unit);
  set_traffic(options.traffic, plan);
  const Network network = plan.network.in_units(plan.unit_bytes);
  std::size_t bytes = 0;
  for (const Message& m : plan.traffic.messages) bytes += m.bytes * plan.unit_bytes;
  std::printf("%s of %d ranks: %zu messages, %s\n", name_of(plan.operation), plan.size,
              plan.traffic.messages.size(), bytes_text(static_cast<double>(bytes)).c_str());
  const Busiest busiest = busiest_link(plan.traffic, network);
  std::printf("bound: %s, link %s\n", seconds_text(busiest.seconds).c_str(),
              busiest.link < 0 ? "none" : plan.network.links()[busiest.link].name.c_str());
  plan.separation = separation_named(options.separation);
  if (!options.lead.empty()) plan.tokens.lead = parse_seconds(options.lead);
  plan.phases = schedule(plan, network, options, busiest.seconds);
}

void make_steps(SavedPlan& plan, const MakeOptions& options) {
  const std::string& block = options.traffic.bytes;
  const std::size_t bytes = block.empty() ? 0 : parse_bytes(block);
  const std::size_t unit = parse_bytes(options.traffic.unit);
  if (bytes % unit != 0)
    throw std::invalid_argument("a block of " + block + " has no whole number of units of " +
                                options.traffic.unit);
  const Algorithm* algorithm = options.planner == "best"
                                   ? &select(plan.operation, plan.size, bytes)
                                   : algorithm_named(options.planner, plan.operation);
  if (algorithm == nullptr || algorithm->operation != plan.operation)
    throw std::invalid_argument("there is no planner '" + options.planner + "' for " +
                                name_of(plan.operation) + "; 'bamboo plan list' has them");
  // If blocks stay whole, one unit is one block.
  plan.count = algorithm->cuts_blocks ? bytes / unit : 1;
  plan.unit_bytes = algorithm->cuts_blocks ? unit : bytes;
  for (const Problem& problem : problems_of(plan)) plan.plans.push_back(algorithm->make(problem));
  std::size_t steps = 0;
  for (const Plan& p : plan.plans) steps += p.steps.size();
  std::printf(
      "%s of %d ranks: %s, %zu steps, simulated %s\n", name_of(plan.operation), plan.size,
      algorithm->name, steps,
      seconds_text(simulate(plan.plans, static_cast<double>(plan.unit_bytes), plan.network).seconds)
          .c_str());
}

int make(const MakeOptions& options) {
  SavedPlan plan;
  const bool scheduled = options.planner == "best" || find_scheduler(options.planner) != nullptr;
  plan.operation = !options.operation.empty()        ? operation_named(options.operation)
                   : options.traffic.pattern.empty() ? Operation::Alltoall
                                                     : Operation::Alltoallv;
  plan.network = read_network(options.network);
  plan.size = plan.network.hosts();
  if (options.root < 0 || options.root >= plan.size)
    throw std::invalid_argument("root " + std::to_string(options.root) + " is no rank; there are " +
                                std::to_string(plan.size));
  plan.root = options.root;
  if (!scheduled && algorithm_named(options.planner, plan.operation) == nullptr)
    throw std::invalid_argument("there is no planner '" + options.planner +
                                "'; 'bamboo plan list' has them");
  check_options(options.traffic, plan.operation);
  if (scheduled && (is_irregular(plan.operation) || plan.operation == Operation::Alltoall))
    make_phases(plan, options);
  else if (is_irregular(plan.operation))
    throw std::invalid_argument(std::string(name_of(plan.operation)) + " is planned in phases; '" +
                                options.planner + "' has none");
  else
    make_steps(plan, options);
  if (!options.output.empty()) write_text(options.output, to_json(plan));
  return 0;
}

}  // namespace

Run make_command(CLI::App& app) {
  const auto options = std::make_shared<MakeOptions>();
  app.add_option("--op", options->operation,
                 "the operation (default: alltoallv with --pattern, else alltoall)");
  app.add_option("--network", options->network,
                 "a JSON file, or star:16x100Mbit, two_switches:8+8x100Mbit/1Gbit,\n"
                 "tree:4+4+8x100Mbit/1Gbit (a switch for each term, hosts, then the trunks'\n"
                 "rate), torus:4x4x100Mbit, fat_tree:4x8x16x100Mbit (pods, switches, hosts)")
      ->required()
      ->type_name("NETWORK");
  declare_traffic(app, options->traffic);
  app.add_option("--planner", options->planner,
                 "best (default: the quickest by prediction), or one of 'bamboo plan list'");
  app.add_option("--separation", options->separation, "what keeps phases apart (default: tokens)")
      ->check(CLI::IsMember({"none", "tokens", "barrier"}));
  app.add_option("--lead", options->lead,
                 "how long before a link is free its token leaves (default: by the network)")
      ->type_name("TIME");
  app.add_option("--small", options->small,
                 "when only messages below that size are left, all go at once (default: 0)")
      ->type_name("SIZE");
  app.add_option("--root", options->root, "of a rooted operation (default: 0)")->type_name("RANK");
  app.add_option("-o,--output", options->output, "where to save the plan (default: nowhere)")
      ->type_name("FILE");
  return [options] { return make(*options); };
}

}  // namespace bamboo::plans::command
