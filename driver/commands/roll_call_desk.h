// SPDX-License-Identifier: Apache-2.0
// When a roll call is complete, and who is missing.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bamboo/support/roll_call.h"

namespace bamboo::driver {

/// Collects the reports of the processes of a job. The caller passes the time.
class RollCallDesk {
 public:
  using Clock = std::chrono::steady_clock;

  /// `watch` is the number of seconds without progress after which a process reports by itself; 0:
  /// never.
  RollCallDesk(int processes, double watch);

  void take(support::RollCallReport report, Clock::time_point now);

  struct RollCall {
    bool is_asked = false;
    std::vector<support::RollCallRank> ranks;
    std::vector<int> missing;  ///< processes that have not answered
  };
  /// Returns the roll call that is due, once.
  std::optional<RollCall> due(Clock::time_point now);
  /// Returns the time of the next call of due(); nothing: after the next report.
  std::optional<Clock::time_point> next() const;

 private:
  struct Answer {
    support::RollCallReport report;
    Clock::time_point when;
  };
  using Answers = std::map<int, Answer>;  // by process

  bool all_are_quiet() const;
  RollCall made_of(const Answers& answers, bool is_asked, Clock::time_point now) const;

  const int processes_;
  const Clock::duration grace_;  ///< in which a process without progress may report progress again
  Answers asked_, quiet_;
  std::set<int> ended_;
  Clock::time_point first_asked_{}, last_asked_{}, last_quiet_{};
  bool has_reported_quiet_ = false;
};

}  // namespace bamboo::driver
