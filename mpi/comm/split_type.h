// SPDX-License-Identifier: Apache-2.0
// Finds the ranks that share hardware or belong to one process set.
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

/// Throws MpiError(MPI_ERR_ARG) for values that MPI does not define.
void check_split_type(int split_type);
/// The colour for MPI_Comm_split_type; MPI_UNDEFINED for resources that Bamboo does not support.
/// `hints` may be null. Collective.
int split_colour(Communicator& comm, int split_type, const Info* hints);

/// MPI's name for hosts.
inline constexpr char host_resource[] = "mpi_shared_memory";
inline constexpr char resource_key[] = "mpi_hw_resource_type";

}  // namespace bamboo::mpi
