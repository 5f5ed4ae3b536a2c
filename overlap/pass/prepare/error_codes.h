// SPDX-License-Identifier: Apache-2.0
// Fortran's error codes: programs use one variable for all their calls.
#pragma once

#include "effects/points_to.h"

namespace bamboo::overlap {

/// If the error code is not read, gives each call that may be converted, and with `existing` each
/// half of the program's own, a variable of its own, so that they do not depend on each other. Runs
/// before anything refers to instructions. Returns true if something changed.
bool free_error_codes(llvm::Function& function, bool existing, PointsTo& points_to);

}  // namespace bamboo::overlap
