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
std::shared_ptr<const void> hold_operation(MPI_Op op);
std::shared_ptr<const void> hold_type(MPI_Datatype type);

/// The program frees it. True: that happens later, by whoever lets it go last.
bool is_operation_freed_later(MPI_Op op);
bool is_type_freed_later(MPI_Datatype type);

}  // namespace bamboo::plans::pmpi
