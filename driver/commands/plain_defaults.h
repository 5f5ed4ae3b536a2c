// SPDX-License-Identifier: Apache-2.0
// Safe defaults for a program without virtual ranks, if the user gives no option.
#pragma once

#include <string>

#include "launch.h"
#include "program_kind.h"

namespace bamboo::driver {

enum class Plans {
  Default,  ///< where that is safe; sums keep the bits that the MPI gives them
  Asked,    ///< with all reductions
};

/// What decides which calls are planned.
enum class ChosenBy {
  Times,  ///< measured ones
  Rules,  ///< and files: choose_nothing_by_time()
};

/// Raises the MPI's eager limit and loads the library of plans. Returns a line for each thing that
/// it did, or did not do, with the reason.
Words use_defaults(Launch& launch, const ProgramKind& kind, Plans plans, ChosenBy chosen_by);

/// Neither raises the limit nor loads plans. Also keeps the library of mode overlap from changing
/// the MPI's settings.
void leave_as_is(Launch& launch, const ProgramKind& kind, bool is_watched);

/// Makes the program decide nothing by measured times. Settings of the user take precedence.
/// Returns a line with all settings in effect.
std::string choose_nothing_by_time(Launch& launch);

/// Makes the program print at its end which plans have served its calls.
void report_plans(Launch& launch);

}  // namespace bamboo::driver
