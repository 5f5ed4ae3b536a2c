// SPDX-License-Identifier: Apache-2.0
// The state that is kept with a communicator: a private channel, plans, and the choices of
// algorithms.
#pragma once

#include <mpi.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arguments/neighbours.h"
#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/locality.h"
#include "communicator/control_plans.h"
#include "communicator/filed_plans.h"
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
  /// Returns null if nothing can be planned: no communicator, two groups, a single process, or
  /// processes outside of MPI_COMM_WORLD. The result is the same on all its processes.
  static Communicator* find(MPI_Comm comm);
  /// Like find(), also if nothing can be planned; null before MPI_Init and after MPI_Finalize.
  static Communicator* find_any(MPI_Comm comm);

  Communicator(MPI_Comm comm, const World& world);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  Member member() const { return {rank_, size_, neighbours_}; }
  /// Measures how the installed MPI matches the edges of a topology, unless that is known. Only in
  /// a collective call that may block: calls behind requests use what is known.
  void learn_edge_orders();
  Caller caller() const { return {rank_, choice_->hosts()}; }
  bool can_plan() const { return can_plan_; }
  /// Returns why nothing can be planned; nothing if it can be, or if there are fewer than two
  /// processes.
  std::optional<Unplannable> unplannable() const { return unplannable_; }
  Choice& choice() { return *choice_; }
  /// For requests, which may outlive the communicator.
  const std::shared_ptr<Choice>& shared_choice() const { return choice_; }
  ControlPlans& control_plans(Operation operation);
  FiledPlans& filed_plans() { return *filed_plans_; }
  /// Sets a plan file of the program for this communicator. The same on all processes.
  void take(PlanFile& file);
  RepeatedPatterns& repeated_patterns() { return repeated_patterns_; }
  /// The algorithm that served a call for which `chosen` was chosen: another one if no pattern
  /// fits.
  const Algorithm* served_by(const Algorithm* chosen) const;
  const Hints& hints() const { return hints_; }
  /// Returns the scheduler that the program requests; null: the best of all.
  const Scheduler* scheduler() const { return hints_.scheduler.value_or(nullptr); }
  /// Takes hints of its program, beside earlier ones. Collective; the same on all processes.
  void take(const Hints& hints);

  /// Runs the call that is prepared for the decision's algorithm on the open channel; all processes
  /// of the communicator do. Returns an MPI error code.
  int run(const Decision& decision, PreparedCall& prepared);
  /// Opens the group for multicast, if the algorithm has multicasts.
  int run(const Algorithm& algorithm, PreparedCall& prepared, MulticastGroup& group);
  /// Returns the plan of this process, which is made at the first call.
  ScheduleRef plan(const Algorithm& algorithm, const Problem& problem) {
    return plans_.get(algorithm, problem);
  }
  /// Makes the channel, without which no plan can run; the first call is collective. If that fails,
  /// it returns false on all processes, and nothing is planned here from then on.
  bool open_channel();
  /// The channel for messages of plans. Opens it; null if that fails.
  const std::shared_ptr<Channel>& shared_channel() {
    open_channel();
    return channel_;
  }
  MPI_Comm channel() { return open_channel() ? channel_->messages() : MPI_COMM_NULL; }
  bool has_channel() const { return channel_ != nullptr; }
  /// The communicator for agreements in a collective call that may block: the channel if it is
  /// open, else the program's communicator. Making a channel takes as long as many short calls, and
  /// most calls have no plan.
  MPI_Comm agreement_channel() const { return channel_ ? channel_->messages() : comm_; }
  /// The next blocking call shall open the channel.
  void want_channel();
  bool wants_channel() const { return wants_channel_ && !channel_; }

  /// With BAMBOO_PLANS_VERIFY, for plans of calls that may not wait for others: verify_now(), which
  /// is collective, verifies those since its last call.
  void verify_later(const Problem& problem, ScheduleRef schedule);
  void verify_now();

 private:
  ScheduleRef plan_repeated(const Problem& problem);
  ScheduleRef plan_aggregated(const PreparedCall& prepared);
  ScheduleRef plan_learnt(const Algorithm& algorithm, const PreparedCall& prepared);
  int run(const ScheduleRef& schedule, PreparedCall& prepared, MulticastGroup& group);
  /// Passes the error to the program's error handler.
  int reported(int error);

  MPI_Comm comm_;
  int rank_ = 0, size_ = 0;
  std::shared_ptr<Neighbours> neighbours_;
  bool can_plan_ = false, wants_channel_ = false;
  std::optional<Unplannable> unplannable_;
  std::shared_ptr<Channel> channel_;
  PlanCache plans_;
  std::shared_ptr<Choice> choice_;
  std::map<Operation, ControlPlans> control_plans_;
  std::optional<FiledPlans> filed_plans_;  ///< where something can be planned
  RepeatedPatterns repeated_patterns_;
  std::optional<Locality> locality_;  ///< made when it is asked for
  std::map<std::pair<Operation, EdgeOrder>, NeighbourPatterns> neighbour_patterns_;
  bool has_learnt_ = false;  ///< what the last call that asked for a pattern was served by
  MulticastGroup multicast_;
  Hints hints_;
  std::vector<std::pair<Problem, ScheduleRef>> not_verified_;
};

/// Collective over `comm`: verifies the plans that wait for verification.
void verify_before_end(MPI_Comm comm);

/// Called when the program has made a communicator. If nonblocking calls on it may be planned, this
/// makes the channel, which they must not wait for, and measures how a topology's edges match.
/// Collective over it; not for processes with MPI_COMM_NULL.
void open_channel_early(MPI_Comm made);

}  // namespace bamboo::plans::pmpi
