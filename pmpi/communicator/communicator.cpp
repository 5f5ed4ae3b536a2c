// SPDX-License-Identifier: Apache-2.0
#include "communicator/communicator.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "communicator/native_calls.h"
#include "configuration/planned_algorithms.h"
#include "configuration/world.h"
#include "execution/run.h"
#include "execution/verification.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

struct Remembered {
  MPI_Comm comm = MPI_COMM_NULL;
  std::uint64_t freed = 0;
  Communicator* state = nullptr;
};
thread_local Remembered last;

Communicator* attached(MPI_Comm comm, const World& world) {
  void* value = nullptr;
  int there = 0;
  if (PMPI_Comm_get_attr(comm, world.keyval, static_cast<void*>(&value), &there) != MPI_SUCCESS)
    return nullptr;
  if (there) return static_cast<Communicator*>(value);
  auto made = std::make_unique<Communicator>(comm, world);
  if (PMPI_Comm_set_attr(comm, world.keyval, made.get()) != MPI_SUCCESS) return nullptr;
  return made.release();
}

/// The members' hosts; empty when one of them is not in the world.
std::vector<int> hosts_of(MPI_Comm comm, int size, const World& world) {
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  std::vector<int> ranks(size), in_world(size), hosts;
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world.group, in_world.data());
  PMPI_Group_free(&group);
  if (std::ranges::find(in_world, MPI_UNDEFINED) != in_world.end()) return {};
  for (int rank : in_world) hosts.push_back(world.host[rank]);
  return hosts;
}

bool has_topology(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  return topology != MPI_UNDEFINED;
}

}  // namespace

Communicator* Communicator::find_any(MPI_Comm comm) {
  const World* now = world();
  if (!now || comm == MPI_COMM_NULL) return nullptr;
  const std::uint64_t count = freed_communicators.load(std::memory_order_acquire);
  if (last.comm != comm || last.freed != count) last = {comm, count, attached(comm, *now)};
  return last.state;
}

Communicator* Communicator::find(MPI_Comm comm) {
  Communicator* found = find_any(comm);
  return found && found->can_plan_ ? found : nullptr;
}

Communicator::Communicator(MPI_Comm comm, const World& world) : comm_(comm) {
  int between_groups = 0;
  PMPI_Comm_test_inter(comm, &between_groups);
  if (between_groups) {
    unplannable_ = Unplannable::BetweenGroups;
    return;
  }
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
  if (size_ == 1) return;
  const std::vector<int> hosts = hosts_of(comm, size_, world);
  if (hosts.empty()) {
    unplannable_ = Unplannable::OtherJobs;
    return;
  }
  if (comm != MPI_COMM_WORLD && !world.may_make_communicators) {
    unplannable_ = Unplannable::Threads;
    return;
  }
  neighbours_ = neighbours_of(comm);
  choice_ = std::make_shared<Choice>(world, hosts, comm == MPI_COMM_WORLD);
  filed_plans_.emplace(member());
  for (PlanFile* file : world.files) filed_plans_->add(*file);
  can_plan_ = true;
}

Communicator::~Communicator() {
  freed_communicators.fetch_add(1, std::memory_order_acq_rel);
  if (channel_) channel_->forget_program();
}

void Communicator::learn_edge_orders() {
  if (neighbours_ && !neighbours_->orders) neighbours_->orders = &edge_orders(neighbours_->kind);
}

ControlPlans& Communicator::control_plans(Operation operation) {
  return control_plans_.try_emplace(operation, operation, choice_->reuse(operation)).first->second;
}

bool Communicator::open_channel() {
  if (channel_ || !can_plan_) return can_plan_;
  before_blocking();
  channel_ = Channel::make(comm_);
  can_plan_ = channel_ != nullptr;
  if (!can_plan_) unplannable_ = Unplannable::NoChannel;
  return can_plan_;
}

void Communicator::want_channel() {
  if (std::exchange(wants_channel_, true)) return;
  // The threads test once more whether calls that they remember as native are native.
  freed_communicators.fetch_add(1, std::memory_order_acq_rel);
}

ScheduleRef Communicator::plan_repeated(const Problem& problem) {
  if (repeated_patterns_.must_ask()) before_blocking();
  return repeated_patterns_.next(problem, channel(), choice_->network(), scheduler());
}

ScheduleRef Communicator::plan_aggregated(const PreparedCall& prepared) {
  NeighbourPatterns& patterns =
      neighbour_patterns_[{prepared.problem.operation, prepared.edge_order}];
  if (patterns.must_ask()) before_blocking();
  if (!locality_) locality_.emplace(choice_->hosts());
  return patterns.next(prepared.problem, *locality_, channel());
}

ScheduleRef Communicator::plan_learnt(const Algorithm& algorithm, const PreparedCall& prepared) {
  ScheduleRef schedule =
      &algorithm == &repeated ? plan_repeated(prepared.problem) : plan_aggregated(prepared);
  has_learnt_ = schedule != nullptr;
  return schedule ? schedule : plan(without_pattern(algorithm), prepared.problem);
}

const Algorithm* Communicator::served_by(const Algorithm* chosen) const {
  if (!chosen || !is_learnt(*chosen) || has_learnt_) return chosen;
  return &without_pattern(*chosen);
}

int Communicator::run(const Decision& decision, PreparedCall& prepared) {
  const Algorithm& algorithm = *decision.algorithm;
  if (decision.schedule) return run(decision.schedule(prepared.problem), prepared, multicast_);
  if (is_learnt(algorithm)) return run(plan_learnt(algorithm, prepared), prepared, multicast_);
  if (algorithm.by_multicast) {
    before_blocking();
    const int error = multicast_.open_in_world(channel(), world()->group);
    if (error != MPI_SUCCESS) return reported(error);
  }
  return run(algorithm, prepared, multicast_);
}

int Communicator::run(const Algorithm& algorithm, PreparedCall& prepared, MulticastGroup& group) {
  return run(plan(algorithm, prepared.problem), prepared, group);
}

int Communicator::reported(int error) {
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm_, error);
  return error;
}

void Communicator::take(const Hints& hints) {
  hints_.replace(hints);
  if (!hints.rules) return;
  choice_->say(*hints.rules);
  control_plans_.clear();
  // Calls on other communicators then use the choices of these, which report what they would have
  // done.
  for (const Rule& rule : *hints.rules)
    if (rule.algorithm) enable_operations(bit_of(rule.operation));
  // The calls of this communicator that threads remember as native are no longer valid.
  freed_communicators.fetch_add(1, std::memory_order_acq_rel);
  learn_edge_orders();
  if (choice_->may_decide_at_once()) open_channel();
}

void Communicator::take(PlanFile& file) {
  filed_plans_->add(file);
  enable_operations(bit_of(file.plan.operation));
  // The calls of this communicator that threads remember as native are no longer valid.
  freed_communicators.fetch_add(1, std::memory_order_acq_rel);
  learn_edge_orders();
}

void Communicator::verify_later(const Problem& problem, ScheduleRef schedule) {
  if (world()->settings.verify) not_verified_.emplace_back(problem, std::move(schedule));
}

void Communicator::verify_now() {
  if (not_verified_.empty()) return;
  before_blocking();
  for (const auto& [problem, schedule] : std::exchange(not_verified_, {}))
    verify_together(channel(), problem, schedule->plan());
}

int Communicator::run(const ScheduleRef& schedule, PreparedCall& prepared, MulticastGroup& group) {
  const MPI_Comm messages = channel();
  verify_now();
  if (world()->settings.verify) {
    before_blocking();
    verify_together(messages, prepared.problem, schedule->plan());
  }
  Run one(messages, channel_->blocking_tag(), *schedule, prepared, &group);
  return reported(wait_among_requests(one));
}

void verify_before_end(MPI_Comm comm) {
  const World* now = world();
  if (!now || !now->settings.verify) return;
  if (Communicator* ending = Communicator::find(comm)) ending->verify_now();
}

void open_channel_early(MPI_Comm made) {
  const World* now = world();
  // Nearly all programs never need this.
  if (!now || made == MPI_COMM_NULL) return;
  const bool is_world = made == MPI_COMM_WORLD;
  const bool is_ruled =
      now->settings.always || !now->settings.forced.empty() || !now->tuned.empty();
  const bool has_edges = is_enabled(Operation::NeighborAlltoallv) && has_topology(made);
  if (!is_world && !is_ruled && !has_edges) return;
  Communicator* communicator = Communicator::find(made);
  if (!communicator) return;
  const Choice& choice = communicator->choice();
  const bool at_once = choice.may_decide_at_once(), tries = choice.may_try_behind_requests();
  if (has_edges && (at_once || tries)) communicator->learn_edge_orders();
  if (at_once || (is_world && tries)) communicator->open_channel();
}

}  // namespace bamboo::plans::pmpi
