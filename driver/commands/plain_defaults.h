// SPDX-License-Identifier: Apache-2.0
// A program without virtual ranks, about which nothing was said, gets what is safe and may gain.
#pragma once

#include "launch.h"
#include "program_kind.h"

namespace bamboo::driver {

enum class Plans {
  Default,  ///< where that is safe; sums keep the bits that the MPI gives them
  Asked,    ///< with all reductions
};

/// Raises the MPI's eager limit and loads the library of plans. Returns what it did and what it
/// did not, with the reason, a line each.
Words use_defaults(Launch& launch, const ProgramKind& kind, Plans plans);

/// Neither: also the library of mode overlap leaves the MPI as it is.
void leave_as_is(Launch& launch);

/// The program prints at its end which plans served.
void report_plans(Launch& launch);

}  // namespace bamboo::driver
