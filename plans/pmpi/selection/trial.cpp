// SPDX-License-Identifier: Apache-2.0
#include "selection/trial.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "arguments/operation_kinds.h"
#include "configuration/planned_algorithms.h"
#include "patterns/pattern_history.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t smallest = 4096;
/// The part by which a candidate must be faster, and the factor from which on its turn need not be
/// waited for.
constexpr double margin = 0.05, clearly_slower = 1.5;
/// The cost of a turn, in calls of the MPI's own: connections that must recover their speed may
/// make two calls three times as long.
constexpr double stake = 4;
/// After this number of calls, twice as many, and so on, the winner must still be faster.
constexpr std::size_t first_check = 16;
/// After this number of calls of an early plan, the other candidates get their turns.
constexpr std::size_t early_end = 128;
/// For so few processes, or so short a message, a point-to-point broadcast is as good.
constexpr int few = 3;
constexpr std::size_t least_multicast = 32 << 10;
/// Seconds that it may take to find out that multicast does not work.
constexpr double multicast_start = 0.6;
/// Schedules of patterns that come again are for so many processes at most, and take so many
/// seconds for each pair of them.
constexpr int most_scheduled = 256;
constexpr double scheduling = 3e-6;
constexpr int most_missed = 8;

}  // namespace

bool Trial::is_worth_it(Operation operation, std::size_t bytes) {
  return operation != Operation::Barrier && (bytes >= smallest || !counts_bytes(operation));
}

std::pair<std::size_t, std::size_t> Trial::sizes_alike(Operation operation, std::size_t bytes) {
  if (!counts_bytes(operation)) return {0, Rule{operation}.to};
  if (bytes < smallest) return {0, smallest - 1};
  const std::size_t first = std::bit_floor(bytes);
  return {first, first + (first - 1)};
}

Trial::Trial(Operation operation, int size, std::size_t bytes, double share,
             const MulticastAccess* multicast)
    : operation_(operation),
      size_(size),
      size_class_(static_cast<int>(std::bit_width(bytes))),
      multicast_(multicast),
      calls_of_stage_(std::max(calls_of_a_turn, static_cast<std::size_t>(stake / share))),
      budget_(share) {
  // Algorithms that may be good for so many bytes; the trial finds out what depends on the
  // processes.
  for (const Algorithm& each : algorithms())
    if (each.operation == operation && each.suits(size, bytes) && !each.by_multicast)
      candidates_.push_back({&each});
  if (const Algorithm* learnt = learnt_of(operation); learnt && size <= most_scheduled)
    candidates_.push_back({learnt});
  if (multicast && operation == Operation::Bcast && bytes >= least_multicast && size > few)
    candidates_.push_back({multicast_of(operation)});
  if (candidates_.empty()) stage_ = Stage::Over;
}

Trial::Trial(Operation operation, int size, std::span<const Algorithm* const> candidates,
             double share)
    : operation_(operation),
      size_(size),
      size_class_(0),
      multicast_(nullptr),
      calls_of_stage_(std::max(calls_of_a_turn, static_cast<std::size_t>(stake / share))),
      budget_(share) {
  for (const Algorithm* each : candidates) candidates_.push_back({each});
  if (candidates_.empty()) stage_ = Stage::Over;
}

const Algorithm* Trial::next() const {
  if (stage_ == Stage::Turn) return candidates_[current_].algorithm;
  const bool is_own = stage_ == Stage::Looking || stage_ == Stage::Comparing;
  return best_ && !is_own ? best_->algorithm : nullptr;
}

const Algorithm* Trial::direct_winner() const {
  if (stage_ != Stage::Serving) return nullptr;
  const Candidate* fastest = nullptr;
  for (const Candidate& each : candidates_)
    if (each.algorithm->is_direct && (!fastest || each.mean < fastest->mean)) fastest = &each;
  return fastest && is_clearly_faster(*fastest) ? fastest->algorithm : nullptr;
}

bool Trial::watches_patterns() const {
  const auto is_repeated = [](const Candidate& each) { return each.algorithm == &repeated; };
  if (best_ && is_repeated(*best_)) return true;
  if (std::none_of(candidates_.begin() + static_cast<std::ptrdiff_t>(current_), candidates_.end(),
                   is_repeated))
    return false;
  const bool may_wait =
      stage_ == Stage::Waiting || stage_ == Stage::Serving || stage_ == Stage::Looking;
  const bool may_be_early = prospect_ && prospect_->knows_schedules();
  return !may_wait || may_be_early || calls_ + PatternHistory::most >= calls_of_stage_;
}

bool Trial::add(double seconds, double end) {
  call_end_ = end;
  missed_ = 0;
  if (stage_ == Stage::Looking) return add_looked_at(seconds);
  count();
  here_.last = seconds;
  if (stage_ == Stage::Turn && is_early_) return add_early(seconds);
  if (stage_ == Stage::Turn) {
    here_.turn += seconds;
    if (calls_ > calls_not_counted) here_.counted += seconds;
    return true;
  }
  note(seconds);
  if (stage_ == Stage::Serving) return calls_ == calls_of_stage_;
  if (!next() && is_time_to_look_ahead(own_calls_)) return true;
  if (calls_ < calls_of_stage_) return false;
  if (stage_ == Stage::Comparing) return true;
  begin_turn();
  return false;
}

bool Trial::may_only_count() const {
  const bool is_kept =
      stage_ == Stage::Waiting || stage_ == Stage::Serving || stage_ == Stage::Comparing;
  if (!is_kept || calls_ + 1 >= calls_of_stage_) return false;
  return next() || !is_time_to_look_ahead(own_calls_ + 1);
}

void Trial::count() {
  ++calls_;
  if (!next()) ++own_calls_;
}

void Trial::note(double seconds) {
  if (next()) {
    if (stage_ == Stage::Serving) here_.served += seconds;
    return;
  }
  // The first ones are known better than nothing.
  own_seconds_ = own_calls_ > calls_not_counted + 1 ? own_seconds_ + seconds : seconds;
}

void Trial::miss() {
  if (++missed_ < most_missed) return;
  best_.reset();
  stage_ = Stage::Over;
}

void Trial::agree(MPI_Comm channel, const Ask& ask) {
  if (stage_ == Stage::Turn && is_early_) return judge_early_calls(channel);
  if (stage_ == Stage::Looking) return judge_looked_at(channel);
  const double begin = PMPI_Wtime();
  const std::size_t counted = std::max(own_calls_, calls_not_counted + 1) - calls_not_counted;
  here_.own = own_seconds_ / static_cast<double>(counted);
  here_.not_ready = multicast_ && !multicast_->is_started();
  constexpr int fields = sizeof(Times) / sizeof(double);
  PMPI_Allreduce(&here_, &agreed_, fields, MPI_DOUBLE, MPI_MAX, channel);
  const double end = PMPI_Wtime(), took = end - begin;
  here_.turn += took;  // the others hear of it the next time
  if (stage_ == Stage::Waiting)
    look_ahead(channel, ask, {end - call_end_, took});
  else if (stage_ == Stage::Turn)
    judge_call();
  else if (stage_ == Stage::Serving)
    judge_winner();
  else
    compare_with_winner();
}

void Trial::judge_call() {
  account_for_waiting();
  const double own = agreed_.own, calls = static_cast<double>(calls_);
  const double mean =
      calls_ > calls_not_counted ? agreed_.counted / (calls - calls_not_counted) : 0;
  const bool is_last = calls_ == calls_of_a_turn;
  const bool is_too_dear = agreed_.turn - calls * own > budget_.left();
  if (!is_last && !is_too_dear && !is_given_up_ && mean <= clearly_slower * own) return;
  budget_.note(calls_, agreed_.turn, own);
  end_turn(is_last && !is_given_up_ ? mean : Candidate{}.mean);
}

/// The MPI's own may have been measured at a better time.
void Trial::judge_winner() {
  if (is_early_ && calls_ >= early_check_) return compare(own_calls_of_check);
  if (agreed_.served > agreed_.own * static_cast<double>(calls_)) return compare(calls_);
  if (is_early_) return look_at_own();
  if (calls_ >= early_end && current_ < candidates_.size()) return wait_for_turn();
  calls_of_stage_ *= 2;
}

void Trial::compare(std::size_t calls) {
  stage_ = Stage::Comparing;
  served_mean_ = agreed_.served / static_cast<double>(calls_);
  served_calls_ = calls_;
  calls_of_stage_ = calls;
  calls_ = 0;
}

void Trial::compare_with_winner() {
  if (is_early_) return compare_early();
  if (served_mean_ < agreed_.own) return choose();
  best_.reset();
  stage_ = Stage::Over;
  news_ = true;
}

/// The budget hears of the calls before a turn when the time of the MPI's own is agreed upon.
void Trial::account_for_waiting() {
  const double each = best_ ? best_->mean : agreed_.own;
  const std::size_t calls = std::exchange(waited_, 0);
  budget_.note(calls, static_cast<double>(calls) * each, agreed_.own);
}

bool Trial::can_have_turn(const Candidate& candidate) const {
  return !candidate.algorithm->by_multicast || agreed_.not_ready == 0 || multicast_->start;
}

/// Known alike by all: where it may be started, all processes of MPI_COMM_WORLD make these calls.
bool Trial::must_be_started(const Candidate& candidate) const {
  return candidate.algorithm->by_multicast && !multicast_->is_started();
}

/// Seconds before its first call, or in it.
double Trial::start_of(const Candidate& candidate) const {
  if (is_learnt(*candidate.algorithm)) return scheduling * size_ * size_;
  return must_be_started(candidate) ? multicast_start : 0;
}

bool Trial::is_clearly_faster(const Candidate& candidate) const {
  return candidate.mean < (1 - margin) * agreed_.own;
}

void Trial::choose_candidates() {
  const Choose choose = std::exchange(choose_candidates_, nullptr);
  if (choose) set_candidates(choose(known_candidates()));
}

/// The candidates without a turn so far that the model covers: all but multicast.
std::vector<const Algorithm*> Trial::known_candidates() const {
  std::vector<const Algorithm*> known;
  for (std::size_t i = current_; i < candidates_.size(); ++i)
    if (!candidates_[i].algorithm->by_multicast) known.push_back(candidates_[i].algorithm);
  return known;
}

/// Candidates that had their turn stay in front. Multicast comes last.
void Trial::set_candidates(const std::vector<const Algorithm*>& chosen) {
  const auto waiting = candidates_.begin() + static_cast<std::ptrdiff_t>(current_);
  std::vector<Candidate> all(candidates_.begin(), waiting);
  for (const Algorithm* algorithm : chosen) all.push_back({algorithm});
  std::copy_if(waiting, candidates_.end(), std::back_inserter(all),
               [](const Candidate& each) { return each.algorithm->by_multicast; });
  candidates_ = std::move(all);
}

void Trial::begin_turn() {
  waited_ = calls_;
  choose_candidates();
  if (must_be_started(candidates_[current_]) && !multicast_->start()) {
    account_for_waiting();
    budget_.lose(multicast_start);
    end_turn(Candidate{}.mean);
    return;
  }
  stage_ = Stage::Turn;
  calls_ = 0;
  here_.turn = here_.counted = 0;
}

void Trial::end_turn(double mean) {
  Candidate& candidate = candidates_[current_];
  candidate.mean = mean;
  if (is_clearly_faster(candidate) && (!best_ || mean < best_->mean)) best_ = candidate;
  is_given_up_ = false;
  pass_to_next();
  if (current_ < candidates_.size())
    wait_for_turn();
  else
    choose();
}

void Trial::pass_to_next() {
  ++current_;
  while (current_ < candidates_.size() && !can_have_turn(candidates_[current_])) ++current_;
}

void Trial::wait_for_turn() {
  stage_ = Stage::Waiting;
  calls_ = 0;
  const double own = agreed_.own;
  calls_of_stage_ = budget_.calls_until(stake * own + start_of(candidates_[current_]),
                                        best_ ? best_->mean : own, own);
  if (calls_of_stage_ == 0) begin_turn();
}

void Trial::choose() {
  stage_ = best_ ? Stage::Serving : Stage::Over;
  calls_ = 0;
  calls_of_stage_ = first_check;
  here_.served = 0;
  news_ = true;
}

Rule Trial::rule() const {
  Rule rule;
  rule.operation = operation_;
  rule.processes = size_;
  rule.algorithm = best_ ? best_->algorithm : nullptr;
  if (counts_bytes(operation_)) {
    rule.from = std::size_t{1} << (size_class_ - 1);
    rule.to = (std::size_t{1} << size_class_) - 1;
  }
  return rule;
}

}  // namespace bamboo::plans::pmpi
