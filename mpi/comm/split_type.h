// SPDX-License-Identifier: Apache-2.0
// Which ranks share hardware.
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

/// The colour that MPI_Comm_split_type means, MPI_UNDEFINED for types of hardware that Bamboo tells
/// nothing about. Collective. Throws MpiError(MPI_ERR_ARG) for other values.
int split_colour(Communicator& comm, int split_type);

}  // namespace bamboo::mpi
