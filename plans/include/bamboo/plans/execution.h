// SPDX-License-Identifier: Apache-2.0
// Running one rank's plan over any point-to-point.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// A plan and what every run of it needs: which step waits for which. Made once, run often.
class Schedule {
 public:
  explicit Schedule(Plan plan);
  const Plan& plan() const { return plan_; }
  /// How many events step i waits for: the ends of those it comes after, and the start of the
  /// transfer before it on the same pair; tokens are a pair's second order, and multicasts are all
  /// in one.
  const std::vector<std::uint32_t>& needs() const { return needs_; }
  /// The steps that wait for the end of step i.
  std::span<const std::uint32_t> successors(std::uint32_t i) const {
    return {successors_.data() + first_[i], successors_.data() + first_[i + 1]};
  }
  static constexpr std::uint32_t none = ~0u;
  /// The step that waits for the start of step i, or none.
  std::uint32_t next_on_pair(std::uint32_t i) const { return next_on_pair_[i]; }

 private:
  Plan plan_;
  std::vector<std::uint32_t> needs_, first_, successors_, next_on_pair_;
};
using ScheduleRef = std::shared_ptr<const Schedule>;

/// The network and the memory under a plan.
class Endpoint {
 public:
  virtual ~Endpoint() = default;
  /// Starts the transfer of step `index`. Returns true if it is already complete; otherwise test()
  /// reports its completion. A token (step.is_token()) must never match a transfer that is not a
  /// token.
  virtual bool start_send(std::uint32_t index, const Step& step) = 0;
  virtual bool start_receive(std::uint32_t index, const Step& step) = 0;
  /// Like start_send(), for a multicast, as its sender or a receiver. An endpoint without multicast
  /// accepts only plans without multicasts (made by in_unicast()); this function then throws
  /// std::logic_error.
  virtual bool start_multicast(std::uint32_t index, const Step& step);
  /// Returns true once, when a started transfer or multicast is complete.
  virtual bool test(std::uint32_t index) = 0;
  virtual void copy(const Step& step) = 0;
  virtual void reduce(const Step& step) = 0;
};

/// One run of a schedule:
///     Execution run(schedule, endpoint);
///     while (!run.progress()) wait_for_one_of(run.in_flight());
class Execution {
 public:
  /// Both must outlive the run.
  Execution(const Schedule& schedule, Endpoint& endpoint);
  /// Records completed transfers and starts every step that may start. Returns true when all is
  /// done.
  bool progress();
  /// From the next progress() on, no transfer waits for another step: the point-to-point layer can
  /// complete the transfers alone, and only this rank's copies and reductions remain. Allowed for
  /// direct plans only (is_direct()). Other ranks need not know.
  void detach();
  bool finished() const { return done_ == missing_.size(); }
  /// Transfers and multicasts started and not known to be complete.
  std::span<const std::uint32_t> in_flight() const { return in_flight_; }
  /// Nothing is left but the transfers in flight, so one may as well wait for all of them.
  bool all_started() const { return ready_.size() == missing_.size(); }

 private:
  void start(std::uint32_t index);
  void need_less(std::uint32_t index);
  void complete(std::uint32_t index);

  const Schedule& schedule_;
  Endpoint& endpoint_;
  std::vector<std::uint32_t> missing_;
  std::vector<std::uint32_t> ready_;  // each step enters once; those before head_ were started
  std::vector<std::uint32_t> in_flight_;
  std::size_t head_ = 0, done_ = 0;
  bool is_detached_ = false;
};

}  // namespace bamboo::plans
