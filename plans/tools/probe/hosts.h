// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace bamboo::plans::probe {

/// Maps processes to hosts by host name, as the library of plans does.
struct Hosts {
  std::vector<std::string> names;  ///< in the order of their first processes
  std::vector<int> of_rank;        ///< each process's host
  /// The first processes of all hosts, in that order; MPI_COMM_NULL on the others, which only wait.
  MPI_Comm first = MPI_COMM_NULL;
};

/// Collective.
Hosts find_hosts(MPI_Comm comm);

}  // namespace bamboo::plans::probe
