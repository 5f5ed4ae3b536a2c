// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fortran's error codes, which stand in a variable: programs have one for all their calls.
#pragma once

#include "effects/points_to.h"

namespace bamboo::overlap {

/// Where the error code is not read, gives each call that may become two halves, and with
/// `existing` each half of the program's own, a variable of its own, so that they do not hold each
/// other up. Before anything remembers instructions. True when something changed.
bool free_error_codes(llvm::Function& function, bool existing, PointsTo& points_to);

}  // namespace bamboo::overlap
