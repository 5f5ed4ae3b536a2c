// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "../process.h"

namespace bamboo::driver {

/// Returns the command that runs lib/bamboo/analysis/NAME_command.py with these arguments.
Words analysis_script(const std::string& name, const Words& words);

}  // namespace bamboo::driver
