// SPDX-License-Identifier: Apache-2.0
#include "patterns/repeated_patterns.h"

#include <algorithm>
#include <span>
#include <utility>

#include "bamboo/plans/adapt.h"
#include "patterns/exchange_pattern.h"

namespace bamboo::plans::pmpi {
namespace {

bool has_exchanged_counts_of(const Problem& a, const Problem& b) {
  return a.input_counts == b.input_counts && a.output_counts == b.output_counts;
}

/// Adds up the changes of all processes.
void add_up(std::span<Change> changes, MPI_Comm channel) {
  static_assert(sizeof(Change) == 2 * sizeof(std::uint64_t));
  PMPI_Allreduce(MPI_IN_PLACE, changes.data(), static_cast<int>(2 * changes.size()), MPI_UINT64_T,
                 MPI_SUM, channel);
}

}  // namespace

const std::shared_ptr<const Schedule>& RepeatedPatterns::Entry::schedule_for(const Problem& now) {
  if (has_exchanged_counts_of(problem, now)) return schedule;
  if (!adapted || !has_exchanged_counts_of(asked, now)) {
    adapted = std::make_shared<const Schedule>(plans::adapted(schedule->plan(), now));
    asked = now;
  }
  return adapted;
}

void RepeatedPatterns::see(const std::vector<std::size_t>& row) {
  history_.add(row);
  if (has_schedules()) turn_ = (turn_ + 1) % kept_.size();
}

void RepeatedPatterns::miss() {
  if (history_.calls() > 0) *this = {};
}

std::shared_ptr<const Schedule> RepeatedPatterns::next(const Problem& problem, MPI_Comm channel,
                                                       const Network* network,
                                                       const Scheduler* wanted) {
  if (has_schedules()) fit_.add(kept_[turn_].problem.input_counts, problem.input_counts);
  see(problem.input_counts);
  if (must_ask()) review(problem, channel, network, wanted);
  --calls_to_review_;
  if (!has_schedules()) return nullptr;
  const std::size_t of_this_call = (turn_ + kept_.size() - 1) % kept_.size();
  return kept_[of_this_call].schedule_for(problem);
}

/// Patterns that have never fitted are reviewed less and less often, so that planning does not cost
/// more than it gains.
void RepeatedPatterns::review(const Problem& problem, MPI_Comm channel, const Network* network,
                              const Scheduler* wanted) {
  std::array<Change, 1 + PatternHistory::longest_period> of_all;
  of_all[0] = std::exchange(fit_, {});
  std::ranges::copy(history_.changes(), of_all.begin() + 1);
  add_up(of_all, channel);
  const bool fits = has_schedules() && of_all[0].is_small();
  const bool begins_again = interval_ == 0 || (!fits && has_fit_);
  interval_ = begins_again ? first_review : std::min(2 * interval_, longest_interval);
  calls_to_review_ = interval_;
  has_fit_ = fits;
  if (fits) return;
  kept_.clear();
  if (const auto period = period_of(std::span(of_all).subspan(1), history_.calls()))
    make(*period, problem, channel, network, wanted);
}

/// The last calls, including this one, predict the next ones.
void RepeatedPatterns::make(std::size_t period, const Problem& problem, MPI_Comm channel,
                            const Network* network, const Scheduler* wanted) {
  const std::size_t size = problem.size, rank = problem.rank;
  for (std::size_t turn = 0; turn < period; ++turn) {
    const std::size_t calls_ago = turn == 0 ? 0 : period - turn;
    const auto bytes = gather_rows(history_.row(calls_ago), problem.size, channel);
    Entry kept;
    kept.problem = problem;
    for (std::size_t peer = 0; peer < size; ++peer) {
      kept.problem.input_counts[peer] = bytes[rank * size + peer];
      kept.problem.output_counts[peer] = bytes[peer * size + rank];
    }
    kept.schedule = scheduled_pattern(kept.problem, bytes, network, wanted);
    kept_.push_back(std::move(kept));
  }
  turn_ = 1 % period;
}

}  // namespace bamboo::plans::pmpi
