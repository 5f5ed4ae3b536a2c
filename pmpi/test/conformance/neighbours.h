// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "random_call.h"

namespace conformance {

/// The collectives of neighbours, in all their forms, on a new topology in each call.
std::vector<TrialFunction> neighbours();

}  // namespace conformance
