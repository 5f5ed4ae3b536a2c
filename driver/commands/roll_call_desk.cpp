// SPDX-License-Identifier: Apache-2.0
#include "roll_call_desk.h"

#include <algorithm>
#include <utility>

#include "bamboo/support/roll_call_watch.h"

namespace bamboo::driver {
namespace {

using support::RollCallNews;

/// A roll call does not wait longer than this for the processes that have not answered: since the
/// first answer, and since the last one.
constexpr std::chrono::seconds longest_wait{5}, longest_pause{2};

/// A process that makes progress again reports that at its next check.
RollCallDesk::Clock::duration grace_of(double watch) {
  const auto period = support::RollCallWatch::period_of(watch);
  return std::chrono::duration_cast<RollCallDesk::Clock::duration>(period * 2) +
         std::chrono::milliseconds(300);
}

}  // namespace

RollCallDesk::RollCallDesk(int processes, double watch)
    : processes_(processes), grace_(grace_of(watch)) {}

void RollCallDesk::take(support::RollCallReport report, Clock::time_point now) {
  const int process = report.process;
  if (process < 0 || process >= processes_) return;
  switch (report.news) {
    case RollCallNews::Asked:
      if (asked_.empty()) first_asked_ = now;
      last_asked_ = now;
      asked_[process] = {std::move(report), now};
      break;
    case RollCallNews::Quiet:
      last_quiet_ = now;
      quiet_[process] = {std::move(report), now};
      break;
    case RollCallNews::Moves:
      quiet_.erase(process);
      has_reported_quiet_ = false;
      break;
    case RollCallNews::Ended:
      quiet_.erase(process);
      ended_.insert(process);
      last_quiet_ = now;
      has_reported_quiet_ = false;
      break;
  }
}

bool RollCallDesk::all_are_quiet() const {
  return !quiet_.empty() && quiet_.size() + ended_.size() == static_cast<std::size_t>(processes_);
}

RollCallDesk::RollCall RollCallDesk::made_of(const Answers& answers, bool is_asked,
                                             Clock::time_point now) const {
  RollCall result;
  result.is_asked = is_asked;
  for (int process = 0; process < processes_; ++process) {
    const auto answer = answers.find(process);
    if (answer == answers.end()) {
      if (!ended_.contains(process)) result.missing.push_back(process);
      continue;
    }
    const std::chrono::duration<double> age = now - answer->second.when;
    for (support::RollCallRank rank : answer->second.report.ranks) {
      rank.seconds += age.count();
      result.ranks.push_back(std::move(rank));
    }
  }
  return result;
}

std::optional<RollCallDesk::RollCall> RollCallDesk::due(Clock::time_point now) {
  const bool all_have_answered =
      asked_.size() + ended_.size() >= static_cast<std::size_t>(processes_);
  if (!asked_.empty() && (all_have_answered || now >= *next()))
    return made_of(std::exchange(asked_, {}), true, now);
  if (!has_reported_quiet_ && all_are_quiet() && now >= last_quiet_ + grace_) {
    has_reported_quiet_ = true;
    return made_of(quiet_, false, now);
  }
  return std::nullopt;
}

std::optional<RollCallDesk::Clock::time_point> RollCallDesk::next() const {
  if (!asked_.empty())
    return std::min<Clock::time_point>(first_asked_ + longest_wait, last_asked_ + longest_pause);
  if (!has_reported_quiet_ && all_are_quiet()) return last_quiet_ + grace_;
  return std::nullopt;
}

}  // namespace bamboo::driver
