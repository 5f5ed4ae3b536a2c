// SPDX-License-Identifier: Apache-2.0
// Purposes and reasons in plain English.
#pragma once

#include <string>

#include "bamboo/plans/choice.h"

namespace bamboo::plans {

/// The text that follows "serves".
const char* manner_of(Purpose purpose);
/// `plan`: the plan that the reason is about. `share`: of the calls' time that trials may lose.
std::string sentence(Reason reason, const std::string& plan, double share);

}  // namespace bamboo::plans
