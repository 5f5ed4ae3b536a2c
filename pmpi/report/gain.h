// SPDX-License-Identifier: Apache-2.0
// The time that plans have saved, by the calls that the installed MPI has served beside them.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace bamboo::plans::pmpi {

/// Calls of one kind (from one place, of one size), served alike.
struct ServedCalls {
  std::string kind;
  bool is_planned = false;
  double calls = 0, seconds = 0;  ///< of all processes together; 0 s where they are not timed
  int processes = 1;
};

/// Seconds of a process, less than none where plans have lost; nothing where no kind was served by
/// both. A first call by the MPI may have made connections, so this is an estimate.
std::optional<double> gained(std::span<const ServedCalls> served);

}  // namespace bamboo::plans::pmpi
