// SPDX-License-Identifier: Apache-2.0
#include "communicator/control_plans.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "configuration/planned_algorithms.h"
#include "configuration/world.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

/// The limit of plans for a communicator: a program that changes its patterns each time must not
/// fill the memory.
constexpr std::size_t enough = 64;
/// After this number of comparisons that served no call, no call compares any more.
constexpr unsigned patience = 64;

/// All objects by their numbers, and the plans that each of them has. Any thread may close a
/// control, also at the end of the process.
struct Objects {
  std::mutex mutex;
  std::uint32_t last = 0;
  std::map<std::uint64_t, ControlPlans*> by_id;
};

Objects& objects() {
  static Objects& all = *new Objects;
  return all;
}

Decision by_phases(std::optional<PhasedPattern>& pattern, const Algorithm& name, double begin) {
  return {&name,   world()->reports,
          nullptr, false,
          begin,   [&pattern](const Problem& problem) { return pattern->schedule_for(problem); }};
}

}  // namespace

ControlPlans::ControlPlans(Operation operation, Reuse reuse)
    : operation_(operation), closed_(reuse == Reuse::Never), tries_(reuse == Reuse::Tried) {
  const std::lock_guard lock(objects().mutex);
  id_ = ++objects().last;
  objects().by_id.emplace(id_, this);
}

ControlPlans::~ControlPlans() {
  const std::lock_guard lock(objects().mutex);
  objects().by_id.erase(id_);
}

void ControlPlans::close(std::uint64_t control) {
  const std::lock_guard lock(objects().mutex);
  const auto object = objects().by_id.find(control >> 32);
  if (object == objects().by_id.end()) return;
  auto& plans = object->second->plans_;
  const auto plan = plans.find(static_cast<std::uint32_t>(control));
  if (plan != plans.end()) plan->second.pattern.reset();
}

std::int64_t ControlPlans::number_in(std::uint64_t control) const {
  if (control >> 32 != id_) return 0;
  const auto plan = plans_.find(static_cast<std::uint32_t>(control));
  return plan != plans_.end() && plan->second.pattern ? plan->first : 0;
}

bool ControlPlans::is_closed() {
  const bool is_useless = unserved_ >= patience && served_ < unserved_ / 4;
  const bool all_lost = !plans_.empty() && std::ranges::none_of(plans_, [](const auto& each) {
    return each.second.is_worth_it();
  });
  return closed_ = closed_ || is_useless || all_lost;
}

Decision ControlPlans::decision_for(Entry& plan, double begin) const {
  const Algorithm& kept = phased_of(operation_).kept;
  Decision decision = by_phases(plan.pattern, kept, begin);
  if (!plan.trial) return decision;
  decision.is_timed = true;
  decision.trial = &*plan.trial;
  const Algorithm* next = plan.trial->next();
  // Without plans, calls compare nothing.
  return next == &kept ? decision : Decision{next, true, decision.trial, false};
}

std::optional<Decision> ControlPlans::decide(std::uint64_t* control, int size, MPI_Comm channel,
                                             const MakePattern& make) {
  before_blocking();
  const double begin = PMPI_Wtime();
  // 0 is a control without a plan here, -1 a call without a control. The minima of a number and of
  // its negative show the smallest and the largest number.
  const std::int64_t mine = control ? number_in(*control) : -1;
  const std::int64_t own[] = {mine, -mine};
  std::int64_t least[] = {-1, 0};  // for a communicator on which this fails
  PMPI_Allreduce(own, least, 2, MPI_INT64_T, MPI_MIN, channel);
  const bool is_one_plan = least[0] > 0 && least[0] == -least[1];
  std::optional<Decision> decision;
  if (is_one_plan) {
    Entry& plan = plans_.at(static_cast<std::uint32_t>(mine));
    if (plan.is_worth_it()) decision = decision_for(plan, begin);
  } else if (least[0] >= 0) {
    if (auto pattern = make())
      decision = by_phases(keep(*std::move(pattern), size, control).pattern,
                           phased_of(operation_).gathered, begin);
  }
  ++(decision ? served_ : unserved_);
  return decision;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved
ControlPlans::Entry& ControlPlans::keep(PhasedPattern pattern, int size, std::uint64_t* control) {
  const std::lock_guard lock(objects().mutex);
  if (plans_.size() >= enough) plans_.clear();
  *control = id_ << 32 | ++last_;
  Entry& plan = plans_.try_emplace(last_, std::move(pattern)).first->second;
  if (tries_) {
    const Algorithm& kept = phased_of(operation_).kept;
    const Algorithm* gated = gated_exchange(operation_);
    const std::array candidates{gated ? gated : &select(operation_, size, 0), &kept};
    plan.trial.emplace(operation_, size, candidates, Trial::any_share);
  }
  return plan;
}

}  // namespace bamboo::plans::pmpi
