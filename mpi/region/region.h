// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

class Rank;

/// The program made a Cartesian communicator over all ranks in world order: from now on it is the
/// geometry of regions whose `dimension` is the same (unless BAMBOO_GEOMETRY says otherwise).
void note_cartesian(Rank& rank, const CartesianTopology& topology);

}  // namespace bamboo::mpi
