// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "bamboo/plans/files.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

struct CheckOptions {
  std::string file, network;
};

int check_plan(const CheckOptions& options) {
  SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
  if (!options.network.empty()) plan.network = read_network(options.network);
  const PlanCheck checked = check(plan);
  if (checked.fault) throw FileError(options.file + ": error: " + checked.fault->text);
  if (plan.phases)
    std::printf("%zu phases: every byte moves once, no link has more than it carries%s\n",
                plan.phases->phases.size(),
                plan.phases->small_last ? " but for the small messages" : "");
  std::printf("%d plans: no rank waits for ever, %s\n", plan.size,
              checked.follows_units ? "every byte arrives where it must"
                                    : "every count meets its like (too large to follow each byte)");
  return 0;
}

}  // namespace

Run check_command(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  app.add_option("--network", options->network, "check it on that network instead of its own")
      ->type_name("NETWORK");
  return [options] { return check_plan(*options); };
}

}  // namespace bamboo::plans::command
