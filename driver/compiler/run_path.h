// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo::driver {

/// Writes `run_path` over the DT_RPATH of an executable in place. The launcher is linked with a
/// long one for this purpose: the program is copied to a folder other than our libraries'.
void overwrite_run_path(const std::string& executable, const std::string& run_path);

}  // namespace bamboo::driver
