// SPDX-License-Identifier: Apache-2.0
// The user's settings of ranks and processes: BAMBOO_VF and BAMBOO_GEOMETRY. Values that mean
// nothing end the process with a message.
#pragma once

#include "region/region_graph.h"

namespace bamboo::mpi {

/// How many ranks a process holds.
int virtualisation_factor();

/// The geometry of the ranks: BAMBOO_GEOMETRY, else a balanced one of the dimension that the
/// program declares (0: none).
RankGeometry geometry_of_ranks(int ranks, int declared_dimension);

}  // namespace bamboo::mpi
