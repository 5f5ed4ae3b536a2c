// SPDX-License-Identifier: Apache-2.0
// The part of a trial before its budget pays for turns.
#include <algorithm>

#include "selection/trial.h"

namespace bamboo::plans::pmpi {
namespace {

/// Seconds for each process that the first call of the MPI's own may take longer than others, since
/// connections are made in it.
constexpr double connecting = 1e-3;
/// After this number of calls, twice as many, and four times as many; for short calls, whose
/// reviews cost the most, once more after very many.
constexpr std::size_t again = 2, last_look = 4, again_at_short_calls = 64;
/// A clearly faster plan is compared with one of the MPI's own calls after so many calls and after
/// twice as many, and with more of them at last; another plan with those after so many calls at
/// most.
constexpr std::size_t first_look_at_own = 8, check_of_winner = 32, check_of_others = 8;

}  // namespace

void Trial::foresee(std::unique_ptr<const Prospect> prospect, TrialBudget* early) {
  next_look_ahead_ = prospect->calls();
  if (next_look_ahead_ == 0) return;
  prospect_ = std::move(prospect);
  early_budget_ = early;
}

/// `since`: all came out of the reduction at the same time, and the last one to end its call has
/// waited least.
SeenCall Trial::last_call(MPI_Comm channel, const SinceCall& since) const {
  const double here[] = {here_.last + since.end, since.end, since.agreement};
  double least[3];
  PMPI_Allreduce(here, least, 3, MPI_DOUBLE, MPI_MIN, channel);
  return {least[0] - least[1], least[2]};
}

bool Trial::is_time_to_look_ahead(std::size_t own_calls) const {
  return prospect_ && stage_ == Stage::Waiting && own_calls >= next_look_ahead_;
}

void Trial::look_ahead(MPI_Comm channel, const Ask& ask, const SinceCall& since) {
  SeenCall own{agreed_.own, 0};
  if (prospect_->may_gain(own)) {
    own = last_call(channel, since);
    clock_zero_ = PMPI_Wtime();
  }
  bool is_clear = false, is_known = true, is_short = true;
  const std::vector<const Algorithm*> candidates = known_candidates();
  if (!candidates.empty() && prospect_->may_gain(own)) {
    const auto outlook = prospect_->outlook(candidates, ask, channel);
    early_turn_ = EarlyTurn(own.seconds, own_calls_ == 1 ? connecting * size_ : 0);
    is_known = outlook.has_value();
    is_short = outlook && outlook->is_small;
    is_clear = outlook && !is_short &&
               (outlook->is_at_wire || early_turn_.is_clearly_slower_than(outlook->seconds));
    if (early_budget_ && early_budget_->left() < 0) is_clear = false;
    if (is_clear) begin_early_turn(outlook->candidates);
  }
  next_look_ahead_ *= is_short ? again_at_short_calls : again;
  const std::size_t last = (is_short ? again_at_short_calls : last_look) * prospect_->calls();
  if (!is_known || is_clear || next_look_ahead_ > last) prospect_.reset();
}

void Trial::begin_early_turn(const std::vector<const Algorithm*>& candidates) {
  choose_candidates_ = nullptr;
  set_candidates(candidates);
  if (early_budget_) early_budget_->note(1, early_turn_.own(), early_turn_.own());
  is_early_ = true;
  early_calls_.clear();
  next_early_judgement_ = 1;
  begin_turn();
}

/// Uses clocks that were synchronised when all processes left a reduction. An agreement after each
/// call would cost some percent where processes share cores.
bool Trial::add_early(double seconds) {
  const double now = call_end_ - clock_zero_;
  early_calls_.push_back({now - seconds, now});
  if (calls_ > calls_not_counted) here_.counted += seconds;
  return calls_ == next_early_judgement_ || is_given_up_;
}

void Trial::judge_early_calls(MPI_Comm channel) {
  account_for_waiting();
  std::vector<Span> latest(early_calls_.size());
  PMPI_Allreduce(early_calls_.data(), latest.data(), static_cast<int>(2 * latest.size()),
                 MPI_DOUBLE, MPI_MAX, channel);
  std::size_t call = calls_ - latest.size();
  for (const Span& each : latest)
    early_turn_.add(each.end - each.start, ++call > calls_not_counted);
  early_calls_.clear();
  const bool is_last = calls_ == calls_of_a_turn, is_too_dear = early_turn_.is_too_dear();
  if (!is_last && !is_too_dear && !is_given_up_) {
    next_early_judgement_ = calls_ + early_turn_.calls_left(calls_of_a_turn - calls_);
    return;
  }
  if (!is_too_dear && !is_given_up_) return serve_early();
  charge_early(calls_, early_turn_.seconds(), early_turn_.own());
  if (is_given_up_ && current_ + 1 < candidates_.size() && !is_too_dear) {
    // It was not slow, and the prospect was for the next one as well.
    is_given_up_ = false;
    pass_to_next();
    early_turn_.begin_again();
    next_early_judgement_ = 1;
    calls_ = 0;
    begin_turn();
  } else {
    is_early_ = false;
    end_turn(Candidate{}.mean);
  }
}

void Trial::charge_early(std::size_t calls, double seconds, double own) {
  budget_.note(calls, seconds, own);
  if (early_budget_) early_budget_->note(calls, seconds, own);
}

/// The others have time. The calls that counted in the turn do so from now on as well.
void Trial::serve_early() {
  charge_early(calls_not_counted, early_turn_.seconds_not_counted(), early_turn_.own());
  candidates_[current_].mean = early_turn_.mean();
  best_ = candidates_[current_];
  pass_to_next();
  const double counted = here_.counted;
  choose();
  here_.served = counted;
  calls_ = calls_of_a_turn - calls_not_counted;
  early_check_ = check_of_winner;
  calls_of_stage_ = first_look_at_own;
  news_ = early_turn_.has_won();
  if (!news_)
    early_check_ = calls_of_stage_ = calls_ + early_turn_.calls_left(check_of_others - calls_);
}

/// One call, out of a reduction from which all came at the same time.
void Trial::look_at_own() {
  stage_ = Stage::Looking;
  clock_zero_ = PMPI_Wtime();
}

/// This call does not count as a sample of the MPI's own: its connections may have to recover their
/// speed.
bool Trial::add_looked_at(double seconds) {
  const double now = call_end_ - clock_zero_;
  early_calls_.assign(1, {now - seconds, now});
  return true;
}

/// If the MPI's own is no longer clearly slower, its first call was misleading, and more of its
/// calls decide at once.
void Trial::judge_looked_at(MPI_Comm channel) {
  Span latest{};
  PMPI_Allreduce(early_calls_.data(), &latest, 2, MPI_DOUBLE, MPI_MAX, channel);
  stage_ = Stage::Serving;
  calls_of_stage_ = 2 * calls_;
  const EarlyTurn own(latest.end - latest.start, 0);
  if (!own.is_clearly_slower_than(early_turn_.mean())) compare(own_calls_of_check);
}

/// Compares with more calls of the MPI's own.
void Trial::compare_early() {
  is_early_ = false;
  const auto calls = static_cast<double>(served_calls_);
  charge_early(served_calls_, calls * served_mean_, agreed_.own);
  if (served_mean_ < agreed_.own) return choose();
  best_.reset();
  news_ = early_turn_.has_won();  // the other processes may have reported it
  if (current_ < candidates_.size())
    wait_for_turn();
  else
    stage_ = Stage::Over;
}

}  // namespace bamboo::plans::pmpi
