// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>

#include "bamboo/plans/local_run.h"
#include "bamboo/plans/verify.h"
#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

/// With more units, following each of them would need too much memory.
constexpr std::size_t most_units = 4'000'000;
/// No buffer is that large, and sums of such numbers fit.
constexpr std::size_t most_counted = std::size_t{1} << 40;

/// All numbers of units in plans and problems.
template <class Visit>
void each_number(std::vector<Problem>& problems, std::vector<Plan>& plans, const Visit& visit) {
  for (Problem& problem : problems) {
    visit(problem.count);
    for (std::size_t& count : problem.input_counts) visit(count);
    for (std::size_t& count : problem.output_counts) visit(count);
  }
  for (Plan& plan : plans) {
    visit(plan.scratch);
    for (Step& step : plan.steps) {
      visit(step.count);
      visit(step.from.offset);
      visit(step.to.offset);
      for (std::size_t& part : step.parts) visit(part);
    }
  }
}

/// Counts in the largest unit of which all sizes are multiples, because such units move together.
void enlarge_units(std::vector<Problem>& problems, std::vector<Plan>& plans) {
  std::size_t common = 0;
  each_number(problems, plans, [&](std::size_t& each) { common = std::gcd(common, each); });
  if (common < 2) return;
  each_number(problems, plans, [&](std::size_t& each) { each /= common; });
}

/// The graph of ranks that wait for each other, without data.
class DryRun final : public LocalRun {
 protected:
  void transfer(int, const Step&, int, const Step&) override {}
  void copy(int, const Step&) override {}
  void reduce(int, const Step&) override {}
};

PlanCheck check_steps(std::vector<Problem> problems, std::vector<Plan> plans) {
  std::size_t largest = 0;
  each_number(problems, plans, [&](std::size_t& each) { largest = std::max(largest, each); });
  if (largest > most_counted)
    return {Fault{std::to_string(largest) + " units are too many"}, false};
  enlarge_units(problems, plans);
  std::size_t units = 0;
  for (std::size_t r = 0; r < plans.size(); ++r)
    units +=
        input_blocks(problems[r]).total() + output_blocks(problems[r]).total() + plans[r].scratch;
  if (units <= most_units) return {verify(problems, plans), true};
  for (std::size_t r = 0; r < plans.size(); ++r)
    if (std::optional<Fault> fault = verify_alone(problems[r], plans[r])) return {fault, false};
  return {DryRun().run(plans), false};
}

}  // namespace

PlanCheck check(const SavedPlan& plan) {
  if (plan.phases)
    if (std::optional<Fault> fault =
            check(*plan.phases, plan.traffic, plan.network.in_units(plan.unit_bytes)))
      return {fault, false};
  return check_steps(problems_of(plan), plans_of(plan));
}

SavedPlan checked_plan_from_json(const std::string& text, const std::string& file) {
  SavedPlan plan = saved_plan_from_json(text, file);
  const PlanCheck checked = check(plan);
  const JsonText json(text, file);
  const JsonReader wrong = JsonReader(json).at(plan.phases ? "phases" : "plans");
  if (checked.fault) wrong.fail(checked.fault->text);
  if (!checked.follows_units && !plan.phases)
    wrong.fail("move too many units to follow each; make them with larger segments");
  return plan;
}

}  // namespace bamboo::plans
