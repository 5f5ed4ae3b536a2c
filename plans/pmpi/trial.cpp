// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <bit>

#include "multicast_names.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t smallest = 4096;
constexpr std::size_t calls_of_a_turn = 5, calls_not_counted = 2;
/// What a candidate must be faster by, and from when on its turn need not be waited for.
constexpr double margin = 0.05, clearly_slower = 1.5;
/// So many calls of the MPI's own a turn may cost: connections that must get up to speed again may
/// make two calls three times as long.
constexpr double stake = 4;
/// After so many calls, and twice as many, and so on, the winner must still be faster.
constexpr std::size_t first_check = 16;
/// To so few processes, or so short, a broadcast by point-to-point is as good.
constexpr int few = 3;
constexpr std::size_t least_multicast = 32 << 10;
/// Seconds that it may take to find out that multicast does not work.
constexpr double multicast_start = 0.6;

}  // namespace

bool Trial::counts_bytes(Operation operation) {
  return operation != Operation::Barrier && operation != Operation::Gatherv &&
         operation != Operation::Scatterv && operation != Operation::Alltoallv;
}

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
  // What may be good for so many bytes; for how many processes, the trial finds out.
  for (const Algorithm& each : algorithms())
    if (each.operation == operation && bytes <= each.max_bytes) candidates_.push_back({&each});
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
}

const Algorithm* Trial::next() const {
  if (stage_ == Stage::Turn) return candidates_[current_].algorithm;
  return best_ && stage_ != Stage::Comparing ? best_->algorithm : nullptr;
}

bool Trial::add(double seconds) {
  ++calls_;
  if (stage_ == Stage::Turn) {
    here_.last = seconds;
    here_.turn += seconds;
    if (calls_ > calls_not_counted) here_.counted += seconds;
    return true;
  }
  if (stage_ == Stage::Serving) {
    here_.served += seconds;
    return calls_ == calls_of_stage_;
  }
  if (!next() && ++own_calls_ > calls_not_counted) own_seconds_ += seconds;
  if (calls_ < calls_of_stage_) return false;
  if (stage_ == Stage::Comparing) return true;
  begin_turn();
  return false;
}

void Trial::agree(MPI_Comm channel) {
  const double begin = PMPI_Wtime();
  here_.own = own_seconds_ / static_cast<double>(own_calls_ - calls_not_counted);
  here_.not_ready = multicast_ && !multicast_->is_started();
  constexpr int fields = sizeof(Times) / sizeof(double);
  PMPI_Allreduce(&here_, &agreed_, fields, MPI_DOUBLE, MPI_MAX, channel);
  here_.turn += PMPI_Wtime() - begin;  // the others hear of it the next time
  if (stage_ == Stage::Turn)
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
  if (!is_last && !is_too_dear && mean <= clearly_slower * own) return;
  budget_.note(calls_, agreed_.turn, own);
  end_turn(is_last ? mean : Candidate{}.mean);
}

/// The MPI's own may have been measured at a better time.
void Trial::judge_winner() {
  if (agreed_.served <= agreed_.own * static_cast<double>(calls_)) {
    calls_of_stage_ *= 2;
    return;
  }
  stage_ = Stage::Comparing;
  served_mean_ = agreed_.served / static_cast<double>(calls_);
  calls_of_stage_ = calls_;
  calls_ = 0;
}

void Trial::compare_with_winner() {
  if (served_mean_ < agreed_.own) {
    choose();
    return;
  }
  best_ = nullptr;
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
  return !is_multicast(*candidate.algorithm) || agreed_.not_ready == 0 || multicast_->start;
}

/// Known alike by all: where it may be started, all processes of MPI_COMM_WORLD make these calls.
bool Trial::must_be_started(const Candidate& candidate) const {
  return is_multicast(*candidate.algorithm) && !multicast_->is_started();
}

void Trial::choose_candidates() {
  const Choose choose = std::exchange(choose_candidates_, nullptr);
  if (!choose) return;
  std::vector<const Algorithm*> known;
  std::vector<Candidate> chosen, others;
  for (const Candidate& candidate : candidates_) {
    if (is_multicast(*candidate.algorithm))
      others.push_back(candidate);
    else
      known.push_back(candidate.algorithm);
  }
  for (const Algorithm* algorithm : choose(std::move(known))) chosen.push_back({algorithm});
  chosen.insert(chosen.end(), others.begin(), others.end());
  candidates_ = std::move(chosen);
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
  Candidate& candidate = candidates_[current_++];
  candidate.mean = mean;
  if (mean < (1 - margin) * agreed_.own && (!best_ || mean < best_->mean)) best_ = &candidate;
  while (current_ < candidates_.size() && !can_have_turn(candidates_[current_])) ++current_;
  if (current_ < candidates_.size())
    wait_for_turn();
  else
    choose();
}

void Trial::wait_for_turn() {
  stage_ = Stage::Waiting;
  calls_ = 0;
  const double own = agreed_.own;
  const double start = must_be_started(candidates_[current_]) ? multicast_start : 0;
  calls_of_stage_ = budget_.calls_until(stake * own + start, best_ ? best_->mean : own, own);
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
