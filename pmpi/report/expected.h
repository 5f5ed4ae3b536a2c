// SPDX-License-Identifier: Apache-2.0
// The time that calls should take by the description of the network.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "configuration/world.h"

namespace bamboo::plans::pmpi {

/// Calls of one site, of all processes of a communicator together.
struct Asked {
  std::string operation, plan;  ///< plan: an algorithm's name, or "mpi"
  std::vector<int> hosts;       ///< of each process, as the world numbers them
  int root = 0;
  double calls = 0;  ///< of one process
  double bytes = 0;  ///< of one call
  /// For an irregular operation: by process, the bytes of its block in all calls together; for an
  /// all-to-all, of its block for each process.
  std::map<int, std::vector<double>> rows;
};

/// Seconds of one call; nothing where it is not known.
struct Expected {
  std::optional<double> predicted, bound;
};

Expected expected(const Asked& asked, const DescribedNetwork& network);

}  // namespace bamboo::plans::pmpi
