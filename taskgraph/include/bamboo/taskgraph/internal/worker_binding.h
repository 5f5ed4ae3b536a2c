// SPDX-License-Identifier: Apache-2.0
// On which cores each worker of a process runs.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace bamboo {

/// Each worker may use all cores of the process, for this reason.
struct NotBound {
  std::string reason;
};

/// The cores of each worker, one character for each core of the machine: '1' for its own.
using BoundWorkers = std::vector<std::string>;

using WorkerBinding = std::variant<NotBound, BoundWorkers>;

}  // namespace bamboo
