// SPDX-License-Identifier: Apache-2.0
// The file in which `bamboo tune` leaves the best settings that it found.
#pragma once

#include <string>

#include "run_options.h"

namespace bamboo::driver {

/// The file's settings for this program and job replace those that neither an option nor the
/// environment gives. A section is for a program (its name without folders) and a job ("8 ranks",
/// "2 processes"). A malformed file is a Failure that names the line.
void take_tuned_settings(RunOptions& options, const std::string& program);

}  // namespace bamboo::driver
