// SPDX-License-Identifier: Apache-2.0
/// \file
/// Operations and datatypes of the program that plans behind requests still need. MPI lets the
/// program free them meanwhile, and the user's functions must see the very handles that it has
/// given, so these live on until the last plan is done with them.
#pragma once

#include <mpi.h>

#include <memory>

namespace bamboo::plans::pmpi {

/// While what is returned lives, so does the handle. To be destroyed before the end of MPI.
std::shared_ptr<const void> hold_op(MPI_Op op);
std::shared_ptr<const void> hold_datatype(MPI_Datatype type);

/// The program frees it. True: that happens later, when the last holder is destroyed.
bool defer_op_free(MPI_Op op);
bool defer_datatype_free(MPI_Datatype type);

}  // namespace bamboo::plans::pmpi
