// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::command {

/// Throws std::invalid_argument if no operation has that name.
Operation operation_named(const std::string& name);

}  // namespace bamboo::plans::command
