// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state that is kept with a communicator: a private channel, plans, and the choices of
/// algorithms.
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arguments/prepare.h"
#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/locality.h"
#include "communicator/filed_plans.h"
#include "communicator/kept_plans.h"
#include "communicator/plan_cache.h"
#include "configuration/hints.h"
#include "execution/channel.h"
#include "execution/multicast.h"
#include "patterns/neighbour_patterns.h"
#include "patterns/repeated_patterns.h"
#include "report/recorder.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {

/// An attribute of the user's communicator, freed with it. MPI lets one thread at a time be in a
/// collective of a communicator, so nothing here is locked.
class Communicator {
 public:
  /// Null where nothing can be planned: no communicator, two groups, a single process, processes
  /// that MPI_COMM_WORLD does not know. The same on all its processes.
  static Communicator* find(MPI_Comm comm);
  /// As well where nothing can be planned; null outside of MPI's life.
  static Communicator* find_any(MPI_Comm comm);

  Communicator(MPI_Comm comm, const World& world);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  Member member() const { return {rank_, size_, neighbours_}; }
  /// Asks the installed MPI how the edges of a topology meet, unless that is known. Only in a
  /// collective call that may block: calls behind requests go by what is known.
  void learn_edge_orders();
  Caller caller() const { return {rank_, choice_->hosts()}; }
  bool can_plan() const { return can_plan_; }
  /// Why it cannot; nothing where there is nothing to plan, among less than two processes.
  std::optional<Unplannable> unplannable() const { return unplannable_; }
  Choice& choice() { return *choice_; }
  /// For requests, which may outlive the communicator.
  const std::shared_ptr<Choice>& shared_choice() const { return choice_; }
  KeptPlans& kept_plans(Operation operation);
  FiledPlans& filed_plans() { return *filed_plans_; }
  /// A file of the program's for this communicator. The same on all processes.
  void take(PlanFile& file);
  RepeatedPatterns& repeated_patterns() { return repeated_patterns_; }
  /// What has served a call that was to be served by `chosen`: without a pattern that fits,
  /// another one.
  const Algorithm* served_by(const Algorithm* chosen) const;
  const Hints& hints() const { return hints_; }
  /// That the program wants; null: the best of all.
  const Scheduler* scheduler() const { return hints_.scheduler.value_or(nullptr); }
  /// Takes hints of its program, beside earlier ones. Collective; the same on all processes.
  void take(const Hints& hints);

  /// Runs the planned operation on the open channel; all processes of the communicator do. Returns
  /// an MPI error code.
  int run(const Algorithm& algorithm, PreparedCall& prepared);
  int run(const ScheduleRef& schedule, PreparedCall& prepared);
  /// By multicast in a group that is open, if the algorithm has any.
  int run(const Algorithm& algorithm, PreparedCall& prepared, MulticastGroup& group);
  /// The plan of this process, made now or before.
  ScheduleRef plan(const Algorithm& algorithm, const Problem& problem) {
    return plans_.get(algorithm, problem);
  }
  /// Makes the channel that is needed to run anything; the first call is collective. False on all
  /// processes: there cannot be one, and nothing is planned here any more.
  bool open_channel();
  /// For messages of plans only. Opens the channel; null where that is in vain.
  const std::shared_ptr<Channel>& shared_channel() {
    open_channel();
    return channel_;
  }
  MPI_Comm channel() { return open_channel() ? channel_->messages() : MPI_COMM_NULL; }
  bool has_channel() const { return channel_ != nullptr; }
  /// For what the processes agree on in a collective call that may block: the channel where it is
  /// open, else the program's communicator. To make a channel takes as long as many short calls,
  /// and most calls have no plan.
  MPI_Comm agreement_channel() const { return channel_ ? channel_->messages() : comm_; }
  /// The next blocking call that is asked about shall open it.
  void want_channel();
  bool wants_channel() const { return wants_channel_ && !channel_; }

  /// With BAMBOO_PLANS_VERIFY, for plans of calls that may not wait for others: verify_now(), which
  /// is collective, verifies those since the last time.
  void verify_later(const Problem& problem, ScheduleRef schedule);
  void verify_now();

 private:
  ScheduleRef plan_repeated(const Problem& problem);
  ScheduleRef plan_aggregated(const PreparedCall& prepared);
  ScheduleRef plan_learnt(const Algorithm& algorithm, const PreparedCall& prepared);
  int run(const ScheduleRef& schedule, PreparedCall& prepared, MulticastGroup& group);
  /// To the program's error handler.
  int reported(int error);

  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
  std::shared_ptr<Neighbours> neighbours_;
  bool can_plan_ = false, wants_channel_ = false;
  std::optional<Unplannable> unplannable_;
  std::shared_ptr<Channel> channel_;
  PlanCache plans_;
  std::shared_ptr<Choice> choice_;
  std::map<Operation, KeptPlans> kept_plans_;
  std::optional<FiledPlans> filed_plans_;  ///< where something can be planned
  RepeatedPatterns repeated_patterns_;
  std::optional<Locality> locality_;  ///< made when it is asked for
  std::map<std::pair<Operation, EdgeOrder>, NeighbourPatterns> neighbour_patterns_;
  bool has_learnt_ = false;  ///< what the last call that asked for a pattern was served by
  MulticastGroup multicast_;
  Hints hints_;
  std::vector<std::pair<Problem, ScheduleRef>> not_verified_;
};

/// Collective over it: verifies what has waited for that.
void verify_before_end(MPI_Comm comm);

/// The program has made a communicator: if nonblocking calls on it may be planned, what they must
/// not wait for is made now, and how a topology's edges meet is learnt. Collective over it; not for
/// MPI_COMM_NULL's processes.
void open_channel_early(MPI_Comm made);

}  // namespace bamboo::plans::pmpi
