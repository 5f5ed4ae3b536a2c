// SPDX-License-Identifier: Apache-2.0
// The self-measuring choice. Calls of a kind go to the installed MPI's own algorithm until a small
// share of their time equals the possible cost of a candidate. The candidate then gets its turn:
// several calls in a row. The first of these do not count, because they make plans and
// connections, and a TCP connection on which the previous algorithm lost packets needs some calls
// to recover its speed. The processes agree after each call of a turn, and on whether it ends
// early: a candidate that is clearly slower, or exceeds the budget, is given up. The fastest
// serves if it is clearly faster than the MPI's own. When it does not stay faster, the MPI's own
// serves the same number of calls again, and the faster one of that comparison stays.
//
// Trials lose at most the share of the time of all such calls, plus the time by which a single
// call takes longer than `stake` calls of the MPI's own. So short programs try little. If a
// Prospect says that a plan should be clearly faster than the MPI's first calls were, the plan
// gets an EarlyTurn, which may lose one call, and serves if it is as fast as predicted. Later,
// some calls by the MPI's own must still be slower, because the first of all may have been
// disturbed. A single one soon shows whether that is likely.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "configuration/settings.h"
#include "selection/early_turn.h"
#include "selection/prospect.h"
#include "selection/trial_budget.h"

namespace bamboo::plans::pmpi {

/// Whether multicast may be tried; it must be started before (multicast.h).
struct MulticastAccess {
  bool (*is_started)();
  bool (*start)();  ///< collective over MPI_COMM_WORLD; null: not from this communicator
};

/// The trial of one operation and size class on one communicator.
class Trial {
 public:
  /// The share of the calls' time that may be lost; and one so small that any loss is irrelevant.
  static constexpr double small_share = 0.02, any_share = 1e9;

  /// `multicast`: null where it is no candidate.
  Trial(Operation operation, int size, std::size_t bytes, double share,
        const MulticastAccess* multicast = nullptr);
  /// A trial of these candidates and the installed MPI.
  Trial(Operation operation, int size, std::span<const Algorithm* const> candidates, double share);

  /// Small messages are left to the MPI, whose short ways through the software decide there.
  static bool is_worth_it(Operation operation, std::size_t bytes);
  /// The range of sizes around `bytes`, both ends included, that share its trial, or that need
  /// none.
  static std::pair<std::size_t, std::size_t> sizes_alike(Operation operation, std::size_t bytes);
  /// Called once, before the first turn: returns the candidates that get one, in that order.
  /// Multicast always gets one. The same on all processes.
  using Choose = std::function<std::vector<const Algorithm*>(std::vector<const Algorithm*>)>;
  void choose_candidates_with(Choose choose) { choose_candidates_ = std::move(choose); }
  /// Call it before the first call. `early` is the budget of the early turns of all kinds of calls
  /// on the communicator; a further one begins when there is enough again, or nothing is lost. It
  /// must outlive this object; null means no limit.
  void foresee(std::unique_ptr<const Prospect> prospect, TrialBudget* early = nullptr);
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// The installed MPI serves for good.
  bool is_over() const { return stage_ == Stage::Over; }
  /// The algorithm of the next call; null: the MPI's own.
  const Algorithm* next() const;
  /// The fastest direct algorithm, where one has won for good, as far as is known, and that one is
  /// clearly faster than the MPI's own as well; or null.
  const Algorithm* direct_winner() const;
  /// Whether the patterns of these calls must be observed, because `repeated` serves some of them,
  /// or will soon.
  bool watches_patterns() const;
  /// The candidate could not serve the last call. All processes call it before add().
  void give_up_turn() { is_given_up_ = stage_ == Stage::Turn; }
  /// Records the time of a call, and when it ended. Returns true if the processes must agree now.
  /// Collective over MPI_COMM_WORLD when multicast is started.
  bool add(double seconds, double end);
  bool add(double seconds) { return add(seconds, PMPI_Wtime()); }
  /// Collective. `ask`: of the last call.
  void agree(MPI_Comm channel, const Ask& ask = {});

  // Calls behind requests, which processes complete when they like. Calls that may_only_count() are
  // counted when they begin. For the others all processes call add() if all of them are in it, else
  // miss().

  /// The next call decides nothing, whatever it takes.
  bool may_only_count() const;
  void count();
  /// Records the time of that call, if it was measured. Call it before the next one begins.
  void note(double seconds);
  /// The installed MPI serves for good when this happens several times in a row.
  void miss();

  /// Once true: there is a rule(), or another one than before.
  bool take_news() { return std::exchange(news_, false); }
  /// The result in the tuning grammar.
  Rule rule() const;

 private:
  enum class Stage { Waiting, Turn, Serving, Looking, Comparing, Over };
  /// The times that the processes exchange; the maximum of each counts.
  struct Times {
    double own = 0;        ///< a call by the installed MPI
    double turn = 0;       ///< the whole turn, including agreements
    double counted = 0;    ///< the calls that count
    double last = 0;       ///< the last call
    double served = 0;     ///< all calls since the choice
    double not_ready = 0;  ///< 1: multicast is not started
  };
  struct Span {
    double start, end;  ///< by clock_zero_; of all processes the latest ones count
  };
  /// Seconds until now, when all have come out of a reduction.
  struct SinceCall {
    double end;        ///< of the call
    double agreement;  ///< the beginning of the reduction
  };
  struct Candidate {
    const Algorithm* algorithm;  ///< null: the MPI's own
    double mean = std::numeric_limits<double>::infinity();
  };

  static constexpr std::size_t calls_of_a_turn = 5, calls_not_counted = 2;
  /// The number of the MPI's own calls to which an early plan is compared.
  static constexpr std::size_t own_calls_of_check = 5;

  // early_trial.cpp
  bool is_time_to_look_ahead(std::size_t own_calls) const;
  SeenCall last_call(MPI_Comm channel, const SinceCall& since) const;
  void look_ahead(MPI_Comm channel, const Ask& ask, const SinceCall& since);
  void begin_early_turn(const std::vector<const Algorithm*>& candidates);
  bool add_early(double seconds);
  void judge_early_calls(MPI_Comm channel);
  void charge_early(std::size_t calls, double seconds, double own);
  void serve_early();
  void look_at_own();
  bool add_looked_at(double seconds);
  void judge_looked_at(MPI_Comm channel);
  void compare_early();

  void judge_call();
  void judge_winner();
  void compare_with_winner();
  void account_for_waiting();
  bool can_have_turn(const Candidate& candidate) const;
  bool must_be_started(const Candidate& candidate) const;
  double start_of(const Candidate& candidate) const;
  bool is_clearly_faster(const Candidate& candidate) const;
  void choose_candidates();
  std::vector<const Algorithm*> known_candidates() const;
  void set_candidates(const std::vector<const Algorithm*>& chosen);
  void compare(std::size_t calls);
  void begin_turn();
  void end_turn(double mean);
  void pass_to_next();
  void wait_for_turn();
  void choose();

  Operation operation_;
  int size_, size_class_;
  const MulticastAccess* multicast_;
  std::vector<Candidate> candidates_;
  Choose choose_candidates_;
  std::unique_ptr<const Prospect> prospect_;  ///< until it has been asked
  TrialBudget* early_budget_ = nullptr;
  std::size_t next_look_ahead_ = 0;  ///< after so many own calls
  EarlyTurn early_turn_;
  double clock_zero_ = 0;                 ///< the same time on all processes
  std::vector<Span> early_calls_;         ///< that the other processes do not know yet
  std::size_t next_early_judgement_ = 0;  ///< after this number of calls of the turn
  std::size_t early_check_ = 0;           ///< so many calls it serves then
  bool is_early_ = false;                 ///< in that; as well until compared with enough own calls
  std::size_t current_ = 0;               ///< whose turn it is or will be
  std::optional<Candidate> best_;         ///< so far; nothing: the MPI's own
  Stage stage_ = Stage::Waiting;
  std::size_t calls_ = 0;  ///< in this stage
  std::size_t calls_of_stage_;
  std::size_t waited_ = 0;  ///< calls that the budget does not include yet
  std::size_t own_calls_ = 0;
  double own_seconds_ = 0;
  double call_end_ = 0;  ///< of the last call, by this process's clock
  Times here_, agreed_;
  double served_mean_ = 0;
  std::size_t served_calls_ = 0;  ///< of that mean
  TrialBudget budget_;
  int missed_ = 0;  ///< in a row
  bool news_ = false;
  bool is_given_up_ = false;
};

}  // namespace bamboo::plans::pmpi
