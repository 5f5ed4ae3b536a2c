// SPDX-License-Identifier: Apache-2.0
// The time that plans have saved, by the calls that the installed MPI has served beside them.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace bamboo::plans::pmpi {

/// Calls of one kind (from one place, of one size) that were served in the same way.
struct ServedCalls {
  std::string kind;
  bool is_planned = false;
  double calls = 0, seconds = 0;  ///< of all processes together; 0 s where they are not timed
  int processes = 1;
};

/// The seconds that a process has gained, negative if plans have lost; nothing if no kind was
/// served in both ways. A first call by the MPI may include the time for connections, so this is an
/// estimate.
std::optional<double> gained(std::span<const ServedCalls> served);

}  // namespace bamboo::plans::pmpi
