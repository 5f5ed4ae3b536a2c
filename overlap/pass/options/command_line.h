// SPDX-License-Identifier: Apache-2.0
// The pass's options on the command line of clang and opt.
#pragma once

#include "pass/options/settings.h"

namespace bamboo::overlap {

/// The settings of the command line; `Settings::plans` is an option of another pass.
Settings settings_of_command_line();

}  // namespace bamboo::overlap
