// SPDX-License-Identifier: Apache-2.0
// Why something serves the next calls (choice.h): what the calls before have shown, and what
// follows from that.
#pragma once

#include <cstdint>

namespace bamboo::plans {

/// "The plan" is the candidate that has served last, or that serves next if none has.
enum class Reason : std::uint8_t {
  NoCandidates,
  NothingMeasured,
  NoAgreement,  ///< of all processes, on several calls in a row

  // An earlier run
  PlanRemembered,
  MpiRemembered,

  // The budget
  BudgetIsSpent,
  BudgetPays,
  NoneWaits,  ///< no candidate

  // Forecasts
  ForecastFollows,
  ForecastIsDue,
  NothingForeseen,
  TooShort,
  TooSmall,
  NoneForeseen,     ///< no candidate
  EarlyTurnsSpent,  ///< of all kinds of calls on the communicator
  NotPromising,
  Promising,
  AtWire,
  PromisingAsWell,  ///< like the candidate before

  // What a turn has shown of the plan
  TurnGoesOn,
  CannotServe,
  TooDear,
  ClearlySlower,
  NotFaster,
  NotFastest,
  FastestSoFar,
  EarlyWinner,
  EarlyUnclear,

  // What its calls after a turn have shown
  StillFaster,
  NoLongerFaster,
  OthersHaveTime,
  IsLookedAt,
  LookedSlower,
  LookedAsFast,
  IsCompared,
  StaysFaster,
  GoesBack,
};

}  // namespace bamboo::plans
