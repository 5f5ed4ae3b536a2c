// SPDX-License-Identifier: Apache-2.0
// Calls of a program of one record, whose times the test says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "bamboo/plans/choice.h"
#include "bamboo/plans/choice_constants.h"

namespace bamboo::plans {

/// Candidates 0, 1, … beside the MPI's own, between 16 processes.
inline Record record_of(std::size_t candidates, double share = choice::small_share,
                        std::size_t first_forecast = 0) {
  Record record;
  record.operation = Operation::Alltoall;
  record.size = 16;
  record.bytes = 65536;
  record.share = share;
  record.first_forecast = first_forecast;
  for (std::size_t i = 0; i < candidates; ++i)
    record.candidates.push_back({"plan" + std::to_string(i)});
  return record;
}

/// Carries verdicts out, one call after the other.
class SimulatedCalls {
 public:
  /// Seconds of the next call, by the MPI's own or a candidate.
  using Seconds = std::function<double(int who)>;

  SimulatedCalls(Record record, Seconds seconds, Expectation expectation = {})
      : record_(std::move(record)),
        seconds_(std::move(seconds)),
        expectation_(std::move(expectation)) {
    settle();
  }

  void make(std::size_t calls) {
    for (std::size_t i = 0; i < calls; ++i) make_one();
  }
  const Record& record() const { return record_; }
  Standing standing() const { return plans::standing(record_); }
  /// Returns the candidate that serves the next call.
  int next() const { return verdict_.who; }
  const Verdict& verdict() const { return verdict_; }
  double total() const { return total_; }
  int calls_of(int who) { return calls_of_[who]; }

 private:
  void make_one() {
    const double seconds = seconds_(verdict_.who);
    total_ += seconds;
    last_own_ = verdict_.who == mpis_own ? seconds : last_own_;
    ++calls_of_[verdict_.who];
    if (verdict_.is_for_good()) return;
    ++outcome_.calls;
    outcome_.seconds += seconds;
    const bool counts = outcome_.calls > verdict_.not_counted;
    if (counts) outcome_.counted += seconds;
    if (outcome_.calls < verdict_.calls) return;
    if (!counts) outcome_.counted = seconds;
    outcome_.verdict = verdict_;
    record_.outcomes.push_back(outcome_);
    settle();
  }
  void settle() {
    verdict_ = decide(record_);
    outcome_ = {};
    while (verdict_.purpose == Purpose::Forecast || verdict_.purpose == Purpose::Narrow) {
      Expectation answer = expectation_;
      answer.own = last_own_;
      answer.early_left = 0;
      record_.outcomes.push_back({verdict_, 0, 0, 0, 0, false, false, answer});
      verdict_ = decide(record_);
    }
  }

  Record record_;
  Seconds seconds_;
  Expectation expectation_;
  Verdict verdict_;
  Outcome outcome_;
  double total_ = 0, last_own_ = 0;
  std::map<int, int> calls_of_;
};

/// The candidates in their order, and a time that a call by the MPI must clearly exceed.
inline Expectation expecting(double seconds, std::vector<int> order = {0, 1}) {
  Expectation what;
  what.is_small = false;
  what.seconds = seconds;
  what.order = std::move(order);
  return what;
}

}  // namespace bamboo::plans
