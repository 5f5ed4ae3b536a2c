// SPDX-License-Identifier: Apache-2.0
#include "choice/sentences.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "bamboo/plans/choice_constants.h"

namespace bamboo::plans {
namespace {

using namespace choice;

/// sentence() fills in what is in braces.
constexpr std::pair<Reason, std::string_view> sentences[] = {
    {Reason::NoCandidates, "There is no plan for these calls."},
    {Reason::NothingMeasured, "No call has been measured."},
    {Reason::NoAgreement, "The processes could not agree on {missed} calls in a row."},
    {Reason::PlanRemembered, "An earlier run has found {plan} to be the fastest."},
    {Reason::MpiRemembered, "An earlier run has found mpi to be the fastest."},
    {Reason::BudgetIsSpent, "The next trial waits until {budget} pays for it."},
    {Reason::BudgetPays, "Now {budget} pays for a trial."},
    {Reason::NoneWaits, "No other plan waits for a trial."},
    {Reason::ForecastFollows, "A forecast follows."},
    {Reason::ForecastIsDue, "The MPI has served enough calls for a forecast."},
    {Reason::NothingForeseen, "Nothing can be forecast for these calls."},
    {Reason::TooShort, "The call is so short that finding a faster plan would cost too much."},
    {Reason::TooSmall, "No process moves {large} bytes or more."},
    {Reason::NoneForeseen, "No plan has a forecast."},
    {Reason::EarlyTurnsSpent, "Early trials have lost {small_share} of the time of large calls."},
    {Reason::NotPromising, "mpi takes less than {faster} times as long as a plan should."},
    {Reason::Promising, "mpi takes more than {faster} times as long as a plan should."},
    {Reason::AtWire, "The plan should need hardly more time than the wire does."},
    {Reason::PromisingAsWell, "The forecast was for the next plan as well."},
    {Reason::TurnGoesOn, "The trial has not shown enough."},
    {Reason::CannotServe, "{plan} cannot serve these calls."},
    {Reason::TooDear, "{plan} has cost more than its trial may."},
    {Reason::ClearlySlower, "{plan} takes more than {slower} times as long as mpi."},
    {Reason::NotFaster, "{plan} is not {margin} faster than mpi."},
    {Reason::NotFastest, "{plan} is faster than mpi, but another plan was still faster."},
    {Reason::FastestSoFar, "{plan} is more than {margin} faster than mpi, and the fastest so far."},
    {Reason::EarlyWinner, "mpi takes more than {faster} times as long as {plan}."},
    {Reason::EarlyUnclear,
     "mpi takes less than {faster} times as long as {plan}. A comparison follows soon."},
    {Reason::StillFaster, "{plan} is still faster than mpi was."},
    {Reason::NoLongerFaster, "{plan} is no longer faster than mpi was."},
    {Reason::OthersHaveTime, "{plan} has served long enough to try other plans."},
    {Reason::IsLookedAt, "One call shows whether mpi is still slower than {plan}."},
    {Reason::LookedSlower, "In this call mpi took more than {faster} times as long as {plan}."},
    {Reason::LookedAsFast, "In this call mpi took less than {faster} times as long as {plan}."},
    {Reason::IsCompared, "{plan} has served long enough for a comparison."},
    {Reason::StaysFaster, "{plan} was faster than mpi in the comparison."},
    {Reason::GoesBack, "{plan} was not faster than mpi in the comparison."},
};

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

std::string percent(double part) {
  return text_of(100 * part) + " %";
}

std::string budget_of(double share) {
  return share < any_share ? percent(share) + " of the time of all calls"
                           : "a budget without a limit";
}

}  // namespace

const char* name_of(Purpose purpose) {
  constexpr const char* names[] = {"wait",  "forecast", "narrow",  "turn", "early turn",
                                   "serve", "look",     "compare", "leave"};
  return names[static_cast<int>(purpose)];
}

const char* manner_of(Purpose purpose) {
  if (purpose == Purpose::Turn || purpose == Purpose::EarlyTurn) return " on trial";
  if (purpose == Purpose::Look || purpose == Purpose::Compare) return " to be compared";
  return purpose == Purpose::Leave ? " all calls" : "";
}

std::string sentence(Reason reason, const std::string& plan, double share) {
  const auto found =
      std::ranges::find(sentences, reason, [](const auto& each) { return each.first; });
  std::string text(found->second);
  const std::pair<std::string_view, std::string> values[] = {
      {"{plan}", plan},
      {"{budget}", budget_of(share)},
      {"{small_share}", percent(small_share)},
      {"{margin}", percent(margin)},
      {"{faster}", text_of(clearly_faster)},
      {"{slower}", text_of(clearly_slower)},
      {"{large}", text_of(large_vector)},
      {"{missed}", text_of(most_missed)},
  };
  for (const auto& [name, value] : values)
    if (const std::size_t at = text.find(name); at != std::string::npos)
      text.replace(at, name.size(), value);
  return text;
}

}  // namespace bamboo::plans
