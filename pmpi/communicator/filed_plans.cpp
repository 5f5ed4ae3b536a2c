// SPDX-License-Identifier: Apache-2.0
#include "communicator/filed_plans.h"

#include <bit>
#include <limits>
#include <memory>
#include <stdexcept>

#include "bamboo/plans/lower.h"
#include "communicator/plan_cache.h"
#include "configuration/world.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

Plan plan_for(const SavedPlan& saved, const Problem& problem) {
  if (!saved.phases) return saved.plans[problem.rank];
  const Network network = saved.network.in_units(saved.unit_bytes);
  return lower(*saved.phases, problem, saved.separation, &network, saved.tokens);
}

/// Whether a process alone can decide that a file fits the calls of all processes. In an operation
/// with a root, only the root knows whether it is in place; in a scan each process may differ.
bool fits_alike(Operation operation) {
  return operation != Operation::Alltoallv && operation != Operation::Scan &&
         operation != Operation::Exscan && (operation == Operation::Bcast || !has_root(operation));
}

}  // namespace

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
  // The steps are for processes none of which is in place.
  return !call.problem.in_place && call.problem.count == plan.count &&
         call.bytes == plan.count * plan.unit_bytes;
}

ScheduleRef FiledPlans::Filed::schedule_for(const Problem& problem) {
  if (!schedule || !same_question(asked, problem)) {
    asked = problem;
    schedule = std::make_shared<const Schedule>(plan_for(file->plan, problem));
  }
  return schedule;
}

std::optional<Decision> FiledPlans::decide(Operation operation, const AskCall& ask,
                                           MPI_Comm channel) {
  const double begin = PMPI_Wtime();
  Set files = 0;
  for (std::size_t i = 0; i < filed_.size(); ++i) {
    const PlanFile& file = *filed_[i].file;
    if (file.plan.operation != operation) continue;
    if (const auto asked = ask(file.algorithm); asked && filed_[i].fits(*asked))
      files |= Set{1} << i;
  }
  if (!fits_alike(operation)) {
    before_blocking();
    PMPI_Allreduce(MPI_IN_PLACE, &files, 1, MPI_UINT64_T, MPI_BAND, channel);
  }
  if (files == 0) return std::nullopt;
  Filed& first = filed_[static_cast<std::size_t>(std::countr_zero(files))];
  ++first.file->calls;
  return Decision{&first.file->algorithm,
                  world()->reports,
                  nullptr,
                  false,
                  begin,
                  [&first](const Problem& problem) { return first.schedule_for(problem); }};
}

}  // namespace bamboo::plans::pmpi
