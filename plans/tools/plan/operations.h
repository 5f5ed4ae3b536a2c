// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::command {

/// As the user names it. Throws std::invalid_argument where there is none.
Operation operation_named(const std::string& name);

}  // namespace bamboo::plans::command
