// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/print.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

struct PrintOptions {
  std::string file;
  std::vector<int> ranks;
};

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

int print(const PrintOptions& options) {
  const SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
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

}  // namespace

Run print_command(CLI::App& app) {
  const auto options = std::make_shared<PrintOptions>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  app.add_option("--rank", options->ranks, "that rank's steps instead (may be given several times)")
      ->type_name("RANK");
  return [options] { return print(*options); };
}

}  // namespace bamboo::plans::command
