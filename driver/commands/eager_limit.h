// SPDX-License-Identifier: Apache-2.0
// The parameter of an installed MPI by which messages travel while both sides compute.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "launch.h"

namespace bamboo::driver {

/// The size up to which messages leave without the receiver's answer.
struct RaisedLimit {
  std::string variable;
  std::size_t bytes = 0;
};
/// Keeps the limit of the MPI or of the user.
struct UnchangedLimit {
  std::string why;
};
using EagerLimit = std::variant<RaisedLimit, UnchangedLimit>;

/// The limit for the programs that `launch` starts. Settings of the user take precedence: in the
/// environment, in an option of the launcher, or in a file that the MPI reads on this host.
EagerLimit eager_limit(const Launch& launch);

}  // namespace bamboo::driver
