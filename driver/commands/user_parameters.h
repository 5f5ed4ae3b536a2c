// SPDX-License-Identifier: Apache-2.0
// What the user has said about parameters of an installed MPI.
#pragma once

#include <optional>
#include <string>

#include "launch.h"

namespace bamboo::driver {

/// The place where an option of the launcher, or a file that the MPI reads on this host, has the
/// parameter; nothing if there is none.
std::optional<std::string> place_in_options_or_files(const std::string& name, const Launch& launch);

}  // namespace bamboo::driver
