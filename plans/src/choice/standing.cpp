// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "bamboo/plans/choice.h"
#include "bamboo/plans/choice_constants.h"

namespace bamboo::plans {
namespace {

using namespace choice;

constexpr double no_result = std::numeric_limits<double>::infinity();
/// Calls; fits in a size.
constexpr double longest_wait = 1e12;

std::size_t counted_of(const Outcome& outcome) {
  return outcome.calls - std::min(outcome.calls, outcome.verdict.not_counted);
}

/// Calls that one candidate has served in a row.
struct Row {
  std::size_t calls = 0, counted = 0;
  double seconds = 0, counted_seconds = 0, agreeing = 0;

  void add(const Outcome& outcome) {
    calls += outcome.calls;
    seconds += outcome.seconds;
    agreeing += outcome.agreeing;
    counted += counted_of(outcome);
    if (counted_of(outcome) > 0) counted_seconds += outcome.counted;
  }
  /// Seconds of a call: the mean of the calls that count, or of all calls if none counts.
  double mean() const {
    return counted > 0 ? counted_seconds / static_cast<double>(counted)
                       : seconds / static_cast<double>(std::max<std::size_t>(calls, 1));
  }
  double lost(double own) const { return seconds + agreeing - static_cast<double>(calls) * own; }
  /// The number of further calls, from one to `most`, until `limit` is lost, if they last as long
  /// as those before.
  std::size_t calls_left(std::size_t most, double own, double limit) const {
    const double each = mean() - own, left = limit - lost(own);
    if (each * static_cast<double>(most) <= left) return most;
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::max(left, 0.0) / each));
  }
};

/// Goes through the outcomes of a record, in their order.
class Course {
 public:
  explicit Course(const Record& record) : record_(record), next_forecast_(record.first_forecast) {
    now_.seconds.assign(record.candidates.size(), no_result);
    for (std::size_t i = 0; i < record.candidates.size(); ++i) now_.queue.push_back(i);
    now_.next = begin();
  }
  Reasoned step() const { return {now_.next, now_.why}; }
  void take(const Outcome& outcome) {
    now_.why.clear();
    account(outcome);
    now_.next = after(outcome);
  }
  Standing result() && {
    if (record_.missed >= most_missed) {
      now_.best = mpis_own;
      now_.next = {};
      now_.why = {Reason::NoAgreement};
    }
    now_.may_forecast = next_forecast_ != 0;
    now_.budget = budget();
    now_.early = account_of(early_, early_.calls, early_reference_);
    if (early_reference_ > 0) now_.early.worth += early_reference_;  // the call before counts
    return std::move(now_);
  }

 private:
  void because(Reason reason) { now_.why.push_back(reason); }
  Verdict after(const Outcome& outcome) {
    switch (outcome.verdict.purpose) {
      case Purpose::Wait:
        return waited(outcome);
      case Purpose::Forecast:
        return foreseen(outcome.expectation.value_or(Expectation{}));
      case Purpose::Narrow:
        arrange(outcome.expectation.value_or(Expectation{}).order);
        return wait();
      case Purpose::Turn:
      case Purpose::EarlyTurn:
        return turned(outcome);
      case Purpose::Serve:
        return served(outcome);
      case Purpose::Look:
        return looked_at(outcome);
      case Purpose::Compare:
        return compared(outcome);
      case Purpose::Leave:
        break;
    }
    return {};
  }

  // Times and the budget

  static Account account_of(const Row& plans, std::size_t calls, double own) {
    return {static_cast<double>(calls) * own, plans.lost(own)};
  }
  Account budget() const {
    return account_of(plans_, all_calls_, is_early_ ? early_own_ : now_.own);
  }
  void account(const Outcome& outcome) {
    all_calls_ += outcome.calls;
    lacks_multicast_ = outcome.lacks_multicast;
    const Purpose purpose = outcome.verdict.purpose;
    if (outcome.verdict.who == mpis_own) {
      if (purpose == Purpose::Wait || purpose == Purpose::Compare) sample(outcome);
      return;
    }
    plans_.add(outcome);
    if (is_early_) early_.add(outcome);
  }
  /// An early estimate of the first calls is better than none. A comparison uses newer times than
  /// all before it.
  void sample(const Outcome& outcome) {
    const std::size_t counted = counted_of(outcome);
    own_calls_ += outcome.calls;
    if (counted == 0) {
      if (own_.counted == 0) now_.own = outcome.counted;
      return;
    }
    if (outcome.verdict.purpose == Purpose::Compare) own_ = {};
    own_.add(outcome);
    now_.own = own_.mean();
  }
  static bool is_clear(double own, double plan, double without) {
    return own > clearly_faster * plan + without;
  }

  // Waiting for a turn

  /// The first call makes connections.
  Verdict begin() {
    if (record_.candidates.empty()) return leave(Reason::NoCandidates);
    if (!record_.remembered) return wait();
    next_forecast_ = 0;
    const Winner& winner = *record_.remembered;
    because(winner.who == mpis_own ? Reason::MpiRemembered : Reason::PlanRemembered);
    if (winner.who == mpis_own) return wait();
    std::erase(now_.queue, static_cast<std::size_t>(winner.who));
    now_.queue.insert(now_.queue.begin(), static_cast<std::size_t>(winner.who));
    now_.own = early_own_ = early_reference_ = winner.own;
    is_early_ = true;
    const Verdict first = early_turn();
    limit_ += connecting * record_.size;
    return first;
  }
  /// Multicast is skipped if no call can start it.
  bool has_waiting() {
    while (!now_.queue.empty() && record_.candidates[now_.queue.front()].by_multicast &&
           lacks_multicast_ && !record_.may_start_multicast)
      now_.queue.erase(now_.queue.begin());
    return !now_.queue.empty();
  }
  double start_of(const Candidate& candidate) const {
    return candidate.by_multicast && !lacks_multicast_ ? 0 : candidate.start;
  }
  Verdict wait() {
    if (!has_waiting()) return conclude();
    const double most = calls_until_turn();
    if (most <= 0) return turn();
    auto calls = static_cast<std::size_t>(std::min(most, longest_wait));
    because(all_calls_ == 0 ? Reason::NothingMeasured : Reason::BudgetIsSpent);
    if (now_.best != mpis_own) {
      calls = std::min(calls, std::max(first_check, row_.calls));
    } else if (next_forecast_ != 0) {
      calls = std::min(calls, std::max(next_forecast_, own_calls_ + 1) - own_calls_);
      because(Reason::ForecastFollows);
    }
    const std::size_t not_counted =
        now_.best == mpis_own ? calls_not_counted - std::min(calls_not_counted, own_calls_) : 0;
    return {Purpose::Wait, now_.best, calls, not_counted};
  }
  /// Before the time of any call is known, it does not count: budget and stake are multiples of it.
  double calls_until_turn() {
    if (all_calls_ == 0)
      return std::max(static_cast<double>(calls_of_a_turn), std::ceil(stake / record_.share));
    const double each = now_.best == mpis_own ? now_.own : now_.seconds[now_.best];
    const double gained = (1 + record_.share) * now_.own - each;
    const double missing = stake * now_.own + start_of(record_.candidates[now_.queue.front()]) -
                           budget().left(record_.share);
    if (missing <= 0) return 0;
    return gained > 0 ? std::ceil(missing / gained) : longest_wait;
  }
  Verdict waited(const Outcome& outcome) {
    if (now_.best != mpis_own) {
      row_.add(outcome);
      return is_slower(outcome) ? compare(outcome) : wait();
    }
    if (next_forecast_ == 0 || own_calls_ < next_forecast_) return wait();
    because(Reason::ForecastIsDue);
    return {Purpose::Forecast};
  }
  /// The candidates in this order get turns, and so does multicast.
  void arrange(const std::vector<int>& order) {
    is_narrowed_ = true;
    std::vector<std::size_t> queue(order.begin(), order.end());
    std::ranges::copy_if(now_.queue, std::back_inserter(queue), [&](std::size_t each) {
      return record_.candidates[each].by_multicast && std::ranges::count(queue, each) == 0;
    });
    now_.queue = std::move(queue);
  }

  // Turns

  Verdict turn() {
    because(Reason::BudgetPays);
    if (record_.narrows && !is_narrowed_) return {Purpose::Narrow};
    row_ = {};
    limit_ = budget().left(record_.share);
    return {Purpose::Turn, static_cast<int>(now_.queue.front()), 1, calls_not_counted};
  }
  Reason prospect_of(const Expectation& what, double without) const {
    if (!what.is_known) return Reason::NothingForeseen;
    if (what.is_small) return what.seconds > 0 ? Reason::TooSmall : Reason::TooShort;
    if (what.order.empty()) return Reason::NoneForeseen;
    if (what.early_left < 0) return Reason::EarlyTurnsSpent;
    if (what.is_at_wire) return Reason::AtWire;
    return is_clear(what.own, what.seconds, without) ? Reason::Promising : Reason::NotPromising;
  }
  Verdict foreseen(const Expectation& what) {
    const std::size_t again = what.is_small ? looks_again_short : looks_again;
    const std::size_t last = what.is_small ? looks_again_short : last_look;
    const double without = own_calls_ == 1 ? connecting * record_.size : 0;
    const Reason prospect = prospect_of(what, without);
    const bool is_promising = prospect == Reason::AtWire || prospect == Reason::Promising;
    because(prospect);
    next_forecast_ *= again;
    if (!what.is_known || is_promising || next_forecast_ > last * record_.first_forecast)
      next_forecast_ = 0;
    if (!is_promising) return wait();
    early_own_ = early_reference_ = what.own;
    early_without_ = without;
    is_early_ = true;
    arrange(what.order);
    return early_turn();
  }
  Verdict early_turn() {
    row_ = {};
    limit_ = early_stake * early_own_;
    return {Purpose::EarlyTurn, static_cast<int>(now_.queue.front()), 1, calls_not_counted};
  }
  Verdict turned(const Outcome& outcome) {
    row_.add(outcome);
    const double own = is_early_ ? early_own_ : now_.own;
    const bool is_too_dear = row_.lost(own) > limit_, is_last = row_.calls >= calls_of_a_turn;
    const bool is_slow = !is_early_ && row_.counted > 0 && row_.mean() > clearly_slower * own;
    const bool goes_on = !is_too_dear && !outcome.has_failed;
    if (goes_on && !is_last && !is_slow) {
      std::size_t most = calls_of_a_turn - row_.calls;
      because(Reason::TurnGoesOn);
      // The first call that counts may already show that the candidate is slow.
      if (!is_early_ && row_.counted == 0) most = calls_not_counted + 1 - row_.calls;
      return {outcome.verdict.purpose, outcome.verdict.who, row_.calls_left(most, own, limit_),
              calls_not_counted - std::min(calls_not_counted, row_.calls)};
    }
    const int who = outcome.verdict.who;
    std::erase(now_.queue, static_cast<std::size_t>(who));
    if (is_early_ && goes_on) return serve_early(who);
    if (outcome.has_failed) because(Reason::CannotServe);
    if (is_too_dear) because(Reason::TooDear);
    // A candidate that could not serve was not slow, and the forecast applies to the next one as
    // well.
    if (is_early_ && !is_too_dear && has_waiting()) {
      because(Reason::PromisingAsWell);
      return early_turn();
    }
    const bool was_early = std::exchange(is_early_, false);
    const bool has_mean = is_last && !outcome.has_failed && !was_early;
    now_.seconds[who] = has_mean ? row_.mean() : no_result;
    if (has_mean || is_slow) {
      because(rank_of(who, is_slow));
      if (now_.why.back() == Reason::FastestSoFar) now_.best = who;
    }
    row_ = {};
    return wait();
  }
  Reason rank_of(int who, bool is_slow) const {
    if (is_slow) return Reason::ClearlySlower;
    if (!now_.is_clearly_faster(now_.seconds[who])) return Reason::NotFaster;
    const bool is_fastest = now_.best == mpis_own || now_.seconds[who] < now_.seconds[now_.best];
    return is_fastest ? Reason::FastestSoFar : Reason::NotFastest;
  }

  // The winner

  void find(int who) {
    now_.found = who;
    ++now_.findings;
  }
  Verdict serve(std::size_t calls, Reason reason) {
    because(reason);
    return {Purpose::Serve, now_.best, calls, 0};
  }
  Verdict leave(Reason reason) {
    because(reason);
    return {};
  }
  Verdict conclude() {
    find(now_.best);
    row_ = {};
    return now_.best == mpis_own ? leave(Reason::NoneWaits) : serve(first_check, Reason::NoneWaits);
  }
  /// The other candidates have served, so their times are known. The calls that counted in the turn
  /// also count from now on.
  Verdict serve_early(int who) {
    now_.best = who;
    now_.seconds[who] = row_.mean();
    const std::size_t counted = row_.counted;
    std::size_t calls = first_look_at_own - counted;
    const bool is_winner = is_clear(early_own_, row_.mean(), early_without_);
    if (is_winner) {
      check_ = check_of_winner;
      find(who);
    } else {
      calls = row_.calls_left(check_of_others - counted, early_own_, limit_);
      check_ = counted + calls;
    }
    row_ = {counted, counted, row_.counted_seconds, row_.counted_seconds, 0};
    return serve(calls, is_winner ? Reason::EarlyWinner : Reason::EarlyUnclear);
  }
  bool is_slower(const Outcome& outcome) const {
    return outcome.seconds > now_.own * static_cast<double>(outcome.calls);
  }
  Verdict served(const Outcome& outcome) {
    row_.add(outcome);
    if (is_early_) return served_early();
    if (is_slower(outcome)) return compare(outcome);
    if (row_.calls < early_end || !has_waiting()) return serve(row_.calls, Reason::StillFaster);
    because(Reason::OthersHaveTime);
    return wait();
  }
  Verdict served_early() {
    if (row_.mean() > now_.own) return compare_early(Reason::NoLongerFaster);
    if (row_.calls >= check_) return compare_early(Reason::IsCompared);
    because(Reason::IsLookedAt);
    return {Purpose::Look, mpis_own, 1, 0};
  }
  Verdict looked_at(const Outcome& outcome) {
    return is_clear(outcome.seconds, now_.seconds[now_.best], 0)
               ? serve(row_.calls, Reason::LookedSlower)
               : compare_early(Reason::LookedAsFast);
  }
  /// The MPI's own may have been measured at a better time.
  Verdict compare(const Outcome& served) {
    because(Reason::NoLongerFaster);
    compared_ = served.seconds / static_cast<double>(served.calls);
    return {Purpose::Compare, mpis_own, std::max(served.calls, own_calls_of_check),
            calls_not_counted};
  }
  Verdict compare_early(Reason reason) {
    because(reason);
    compared_ = row_.mean();
    return {Purpose::Compare, mpis_own, own_calls_of_check, calls_not_counted};
  }
  Verdict compared(const Outcome& outcome) {
    const bool was_early = std::exchange(is_early_, false);
    if (was_early) early_reference_ = now_.own;
    if (compared_ < now_.own) {
      find(now_.best);
      row_ = {};
      return serve(was_early ? first_check : 2 * outcome.calls, Reason::StaysFaster);
    }
    because(Reason::GoesBack);
    now_.seconds[std::exchange(now_.best, mpis_own)] = no_result;
    row_ = {};
    if (!has_waiting()) return conclude();
    if (now_.found) find(mpis_own);
    return wait();
  }

  const Record& record_;
  Standing now_;
  std::size_t all_calls_ = 0, own_calls_ = 0;
  Row own_;            ///< calls by the MPI's own, for its mean
  Row plans_, early_;  ///< all calls by candidates; those on a forecast
  Row row_;            ///< of the turn, or of the winner since it began to serve
  bool lacks_multicast_ = false, is_narrowed_ = false;
  std::size_t next_forecast_;  ///< after so many of the MPI's own calls; 0: never
  double limit_ = 0;           ///< seconds that the turn may lose
  /// A candidate serves on a forecast, and has not been compared with enough of the MPI's calls.
  bool is_early_ = false;
  double early_own_ = 0, early_without_ = 0;  ///< the MPI's call; its part that made connections
  double early_reference_ = 0;  ///< the best known time of the MPI's calls for what serves early
  std::size_t check_ = 0;       ///< after so many calls of the early winner
  double compared_ = 0;         ///< seconds of a call by the winner that is compared
};

}  // namespace

bool Standing::is_clearly_faster(double candidate) const {
  return candidate < (1 - margin) * own;
}

Standing standing(const Record& record) {
  Course course(record);
  for (const Outcome& outcome : record.outcomes) course.take(outcome);
  return std::move(course).result();
}

std::vector<Reasoned> replay(const Record& record) {
  Course course(record);
  std::vector<Reasoned> steps;
  for (const Outcome& outcome : record.outcomes) {
    steps.push_back(course.step());
    const bool is_whole = outcome.calls == outcome.verdict.calls || outcome.has_failed;
    if (!is_whole || steps.back().verdict != outcome.verdict) return steps;
    course.take(outcome);
  }
  Standing now = std::move(course).result();
  steps.push_back({now.next, std::move(now.why)});
  return steps;
}

std::optional<std::size_t> first_difference(const Record& record) {
  const std::size_t steps = replay(record).size();
  return steps > record.outcomes.size() ? std::nullopt : std::optional(steps - 1);
}

}  // namespace bamboo::plans
