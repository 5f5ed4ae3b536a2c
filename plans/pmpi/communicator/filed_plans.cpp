// SPDX-License-Identifier: Apache-2.0
#include "communicator/filed_plans.h"

#include <bit>
#include <limits>
#include <memory>
#include <stdexcept>

#include "bamboo/plans/lower.h"
#include "communicator/plan_cache.h"

namespace bamboo::plans::pmpi {
namespace {

Plan plan_for(const SavedPlan& saved, const Problem& problem) {
  if (!saved.phases) return saved.plans[problem.rank];
  const Network network = saved.network.in_units(saved.unit_bytes);
  return lower(*saved.phases, problem, saved.separation, &network, saved.tokens);
}

}  // namespace

// In an operation with a root, only the root knows whether it is in place; in a scan each process
// may differ.
bool fits_alike(Operation operation) {
  return operation != Operation::Alltoallv && operation != Operation::Scan &&
         operation != Operation::Exscan && (operation == Operation::Bcast || !has_root(operation));
}

void FiledPlans::add(PlanFile& file) {
  if (file.plan.size != member_.size) return;
  if (filed_.size() == std::numeric_limits<Set>::digits)
    throw std::invalid_argument(file.file +
                                ": error: no more than 64 plan files serve one communicator");
  filed_.push_back({&file, rank_traffic(file.plan.traffic, member_.rank), {}, nullptr});
  operations_ |= Set{1} << bit(file.plan.operation);
}

bool FiledPlans::Filed::fits(const AskedOfFile& call) const {
  const SavedPlan& plan = file->plan;
  if (has_root(plan.operation) && call.problem.root != plan.root) return false;
  if (plan.phases) return call.element == plan.unit_bytes && rank_traffic(call.problem) == traffic;
  if (plan.operation == Operation::Barrier) return true;
  // The steps are for processes of which none is in place.
  return !call.problem.in_place && call.problem.count == plan.count &&
         call.bytes == plan.count * plan.unit_bytes;
}

FiledPlans::Set FiledPlans::fitting(Operation operation,
                                    const std::function<AskedOfFile(const Algorithm&)>& ask) const {
  Set out = 0;
  for (std::size_t i = 0; i < filed_.size(); ++i)
    if (filed_[i].file->plan.operation == operation &&
        filed_[i].fits(ask(filed_[i].file->algorithm)))
      out |= Set{1} << i;
  return out;
}

std::size_t FiledPlans::index_of(Set files) {
  return static_cast<std::size_t>(std::countr_zero(files));
}

ScheduleRef FiledPlans::schedule(Set files, const Problem& problem) {
  Filed& filed = filed_[index_of(files)];
  if (!filed.schedule || !same_question(filed.asked, problem)) {
    filed.asked = problem;
    filed.schedule = std::make_shared<const Schedule>(plan_for(filed.file->plan, problem));
  }
  return filed.schedule;
}

}  // namespace bamboo::plans::pmpi
