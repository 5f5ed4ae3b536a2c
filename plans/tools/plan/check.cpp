// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "bamboo/plans/files.h"
#include "bamboo/plans/local_run.h"
#include "bamboo/plans/verify.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

struct Options {
  std::string file, network;
};

/// The waits of ranks for each other, without memory.
class DryRun final : public LocalRun {
 protected:
  void transfer(int, const Step&, int, const Step&) override {}
  void copy(int, const Step&) override {}
  void reduce(int, const Step&) override {}
};

/// Where each unit ends up is followed as long as there is memory for it.
std::optional<Fault> check_steps(const std::vector<Problem>& problems,
                                 const std::vector<Plan>& plans, bool& followed) {
  constexpr std::size_t most_units = 4'000'000;
  std::size_t units = 0;
  for (std::size_t r = 0; r < plans.size(); ++r)
    units +=
        input_blocks(problems[r]).total() + output_blocks(problems[r]).total() + plans[r].scratch;
  followed = units <= most_units;
  if (followed) return verify(problems, plans);
  for (std::size_t r = 0; r < plans.size(); ++r)
    if (std::optional<Fault> fault = verify_alone(problems[r], plans[r])) return fault;
  return DryRun().run(plans);
}

int check_plan(const Options& options) {
  SavedPlan plan = saved_plan_from_json(read_text(options.file), options.file);
  if (!options.network.empty()) plan.network = read_network(options.network);
  std::optional<Fault> fault;
  if (plan.phases) fault = check(*plan.phases, plan.traffic, plan.network);
  bool followed = false;
  if (!fault) fault = check_steps(problems_of(plan), plans_of(plan), followed);
  if (fault) throw FileError(options.file + ": error: " + fault->text);
  if (plan.phases)
    std::printf("%zu phases: every byte moves once, no link has more than it carries%s\n",
                plan.phases->phases.size(),
                plan.phases->small_last ? " but for the small messages" : "");
  std::printf("%d plans: no rank waits for ever, %s\n", plan.size,
              followed ? "every byte arrives where it must"
                       : "every count meets its like (too large to follow each byte)");
  return 0;
}

}  // namespace

Run check_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "a plan of 'bamboo plan make'")->required();
  app.add_option("--network", options->network, "check it on that network instead of its own")
      ->type_name("NETWORK");
  return [options] { return check_plan(*options); };
}

}  // namespace bamboo::plans::command
