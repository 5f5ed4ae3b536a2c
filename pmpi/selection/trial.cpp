// SPDX-License-Identifier: Apache-2.0
#include "selection/trial.h"

#include <algorithm>
#include <bit>

#include "arguments/operation_kinds.h"
#include "configuration/planned_algorithms.h"
#include "patterns/pattern_history.h"
#include "selection/records.h"

namespace bamboo::plans::pmpi {

bool Trial::is_worth_it(Operation operation, std::size_t bytes) {
  return operation != Operation::Barrier && (bytes >= choice::smallest || !counts_bytes(operation));
}

std::pair<std::size_t, std::size_t> Trial::sizes_alike(Operation operation, std::size_t bytes) {
  if (!counts_bytes(operation)) return {0, Rule{operation}.to};
  if (bytes < choice::smallest) return {0, choice::smallest - 1};
  const std::size_t first = std::bit_floor(bytes);
  return {first, first + (first - 1)};
}

Trial::Trial(Operation operation, int size, std::size_t bytes, double share,
             const MulticastAccess* multicast)
    : Trial(operation, size, std::span<const Algorithm* const>(), share) {
  record_->bytes = bytes;
  multicast_ = multicast;
  record_->may_start_multicast = multicast && multicast->start;
  // Algorithms that may be good for so many bytes; the trial finds out what depends on the
  // processes.
  for (const Algorithm& each : algorithms())
    if (each.operation == operation && each.suits(size, bytes) && !each.by_multicast)
      add_candidate(each);
  const Algorithm* learnt = learnt_of(operation);
  if (learnt && size <= choice::most_scheduled) add_candidate(*learnt);
  if (multicast && operation == Operation::Bcast && bytes >= choice::least_multicast &&
      size > choice::few)
    add_candidate(*multicast_of(operation));
  now_ = standing(*record_);
}

Trial::Trial(Operation operation, int size, std::span<const Algorithm* const> candidates,
             double share)
    : record_(new_record()) {
  record_->operation = operation;
  record_->size = size;
  record_->share = share;
  for (const Algorithm* each : candidates) add_candidate(*each);
  now_ = standing(*record_);
}

void Trial::add_candidate(const Algorithm& algorithm) {
  const double start = is_learnt(algorithm)     ? choice::scheduling * record_->size * record_->size
                       : algorithm.by_multicast ? choice::multicast_start
                                                : 0;
  algorithms_.push_back(&algorithm);
  record_->candidates.push_back({algorithm.name, start, algorithm.by_multicast});
}

void Trial::choose_candidates_with(Choose choose) {
  choose_ = std::move(choose);
  record_->narrows = true;
}

/// Multicast would have to be started before the first call.
void Trial::recall(std::size_t bytes, std::string layout, bool is_behind_requests,
                   std::span<const Record> earlier) {
  record_->bytes = bytes;
  record_->layout = std::move(layout);
  record_->is_behind_requests = is_behind_requests;
  const auto found = std::ranges::find_if(
      earlier, [&](const Record& each) { return is_of_same_calls(each, *record_); });
  if (found == earlier.end()) return;
  const Standing then = standing(*found);
  if (!then.found || (then.best != mpis_own && algorithms_[then.best]->by_multicast)) return;
  const double seconds = then.best == mpis_own ? then.own : then.seconds[then.best];
  record_->remembered = Winner{then.best, seconds, then.own};
  now_ = standing(*record_);
}

void Trial::foresee(std::unique_ptr<const Prospect> prospect, Account* early) {
  record_->first_forecast = prospect->calls();
  if (record_->first_forecast == 0) return;
  prospect_ = std::move(prospect);
  early_ = early;
  now_ = standing(*record_);
}

const Algorithm* Trial::direct_winner() const {
  if (now_.next.purpose != Purpose::Serve) return nullptr;
  int fastest = mpis_own;
  for (int i = 0; i < static_cast<int>(algorithms_.size()); ++i)
    if (algorithms_[i]->is_direct &&
        (fastest == mpis_own || now_.seconds[i] < now_.seconds[fastest]))
      fastest = i;
  const bool wins = fastest != mpis_own && now_.is_clearly_faster(now_.seconds[fastest]);
  return wins ? algorithms_[fastest] : nullptr;
}

bool Trial::watches_patterns() const {
  const auto found = std::ranges::find(algorithms_, &repeated);
  if (found == algorithms_.end()) return false;
  const auto index = found - algorithms_.begin();
  const Verdict& next = now_.next;
  if (now_.best == index) return true;
  if (next.who != index && std::ranges::count(now_.queue, static_cast<std::size_t>(index)) == 0)
    return false;
  const bool may_wait = next.purpose == Purpose::Wait || next.purpose == Purpose::Serve ||
                        next.purpose == Purpose::Look;
  const bool may_be_early = prospect_ && prospect_->knows_schedules();
  return !may_wait || may_be_early || calls_ + PatternHistory::most >= next.calls;
}

void Trial::give_up_turn() {
  const Purpose purpose = now_.next.purpose;
  is_given_up_ = purpose == Purpose::Turn || purpose == Purpose::EarlyTurn;
}

bool Trial::add(double seconds, double end) {
  if (is_over()) return false;
  record_->missed = 0;
  call_end_ = end;
  count();
  note(seconds);
  if (now_.next.excludes_waiting() && clock_zero_ > 0)
    spans_.push_back({end - clock_zero_ - seconds, end - clock_zero_});
  return calls_ >= now_.next.calls || is_given_up_;
}

bool Trial::may_only_count() const {
  const Purpose purpose = now_.next.purpose;
  const bool is_kept =
      purpose == Purpose::Wait || purpose == Purpose::Serve || purpose == Purpose::Compare;
  return is_kept && calls_ + 1 < now_.next.calls;
}

void Trial::note(double seconds) {
  last_ = seconds;
  seconds_ += seconds;
  if (calls_ > now_.next.not_counted) counted_ += seconds;
}

void Trial::miss() {
  if (++record_->missed >= choice::most_missed) now_ = standing(*record_);
}

std::vector<int> Trial::indices_of(const std::vector<const Algorithm*>& chosen) const {
  std::vector<int> out;
  for (const Algorithm* each : chosen)
    out.push_back(static_cast<int>(std::ranges::find(algorithms_, each) - algorithms_.begin()));
  return out;
}

/// The candidates without a turn so far that a model covers: all but multicast.
std::vector<const Algorithm*> Trial::waiting() const {
  std::vector<const Algorithm*> out;
  for (const std::size_t each : now_.queue)
    if (!algorithms_[each]->by_multicast) out.push_back(algorithms_[each]);
  return out;
}

/// The maxima of all processes. Clocks were synchronised when all left the reduction before. Where
/// there was none, the last process to come has waited least.
Outcome Trial::agree_on_calls(MPI_Comm channel) const {
  const Verdict& asked = now_.next;
  const bool lacks_multicast = multicast_ && !multicast_->is_started();
  std::vector<double> here{seconds_, calls_ > asked.not_counted ? counted_ : last_,
                           asked.purpose == Purpose::Turn ? agreeing_ : 0,
                           static_cast<double>(lacks_multicast), -seconds_};
  const std::size_t sums = here.size();
  for (const Span& each : spans_) here.insert(here.end(), {each.start, each.end});
  std::vector<double> agreed(here.size());
  PMPI_Allreduce(here.data(), agreed.data(), static_cast<int>(here.size()), MPI_DOUBLE, MPI_MAX,
                 channel);
  Outcome outcome{asked, calls_, agreed[0], agreed[1], agreed[2], is_given_up_, agreed[3] != 0};
  if (asked.excludes_waiting() && spans_.empty()) outcome.seconds = outcome.counted = -agreed[4];
  if (spans_.empty()) return outcome;
  outcome.seconds = outcome.counted = 0;
  for (std::size_t call = 0; call < spans_.size(); ++call) {
    const double seconds = agreed[sums + 2 * call + 1] - agreed[sums + 2 * call];
    outcome.seconds += seconds;
    if (calls_ <= asked.not_counted)
      outcome.counted = seconds;
    else if (call >= asked.not_counted)
      outcome.counted += seconds;
  }
  return outcome;
}

/// `since`: all came out of the reduction at the same time, and the last one to end its call has
/// waited least.
SeenCall Trial::last_call(MPI_Comm channel, const SinceCall& since) const {
  const double here[] = {last_ + since.end, since.end, since.agreement};
  double least[3] = {};
  PMPI_Allreduce(here, least, 3, MPI_DOUBLE, MPI_MIN, channel);
  return {least[0] - least[1], least[2]};
}

Expectation Trial::expect(MPI_Comm channel, const Ask& ask, const SinceCall& since) {
  Expectation what;
  if (!prospect_->may_gain({now_.own, 0})) return what;
  const SeenCall own = last_call(channel, since);
  clock_zero_ = PMPI_Wtime();
  what.own = own.seconds;
  const std::vector<const Algorithm*> candidates = waiting();
  if (candidates.empty() || !prospect_->may_gain(own)) return what;
  const auto outlook = prospect_->outlook(candidates, ask, channel);
  what.is_known = outlook.has_value();
  if (!outlook) return what;
  what.is_small = outlook->is_small;
  what.is_at_wire = outlook->is_at_wire;
  what.seconds = outlook->seconds;
  what.order = indices_of(outlook->candidates);
  what.early_left = early_ ? early_->left(small_share) : 0;
  return what;
}

/// All processes know this: if multicast may be started, all processes of MPI_COMM_WORLD make these
/// calls.
bool Trial::must_start_multicast() const {
  const Algorithm* next = algorithm(now_.next.who);
  return next && next->by_multicast && !multicast_->is_started();
}

/// Takes the decisions that are due before the next calls.
void Trial::prepare_calls(MPI_Comm channel, const Ask& ask, const SinceCall& since) {
  for (;;) {
    Outcome outcome{now_.next};
    if (now_.next.purpose == Purpose::Forecast) {
      outcome.expectation = expect(channel, ask, since);
    } else if (now_.next.purpose == Purpose::Narrow) {
      outcome.expectation.emplace().order = indices_of(choose_(waiting()));
    } else if (must_start_multicast() && !multicast_->start()) {
      outcome.seconds = choice::multicast_start;
      outcome.has_failed = outcome.lacks_multicast = true;
    } else {
      return;
    }
    take(std::move(outcome));
  }
}

void Trial::agree(MPI_Comm channel, const Ask& ask) {
  const double begin = PMPI_Wtime();
  Outcome outcome = agree_on_calls(channel);
  clock_zero_ = PMPI_Wtime();
  agreeing_ = outcome.verdict.purpose == Purpose::Turn ? clock_zero_ - begin : 0;
  const SinceCall since{clock_zero_ - call_end_, clock_zero_ - begin};
  take(std::move(outcome));
  prepare_calls(channel, ask, since);
}

void Trial::take(Outcome outcome) {
  const int findings = now_.findings;
  record_->outcomes.push_back(std::move(outcome));
  now_ = standing(*record_);
  news_ = news_ || now_.findings > findings;
  if (!now_.may_forecast) prospect_.reset();
  if (early_) {
    early_->worth += now_.early.worth - charged_.worth;
    early_->lost += now_.early.lost - charged_.lost;
    charged_ = now_.early;
  }
  calls_ = 0;
  seconds_ = counted_ = 0;
  spans_.clear();
  is_given_up_ = false;
}

Rule Trial::rule() const {
  Rule rule;
  rule.operation = record_->operation;
  rule.processes = record_->size;
  rule.algorithm = algorithm(now_.best);
  if (counts_bytes(record_->operation)) {
    rule.from = std::bit_floor(record_->bytes);
    rule.to = rule.from + (rule.from - 1);
  }
  return rule;
}

}  // namespace bamboo::plans::pmpi
