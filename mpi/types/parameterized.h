// SPDX-License-Identifier: Apache-2.0
// Predefined types that are selected by their properties.
#pragma once

#include "types/datatype.h"

namespace bamboo::mpi {

/// Selects by class (MPI_TYPECLASS_REAL …) and size in bytes. All functions throw
/// MpiError(MPI_ERR_ARG) if there is no such type.
MPI_Datatype type_of_size(int typeclass, int size);

/// Types with this number of decimal digits and this range of decimal exponents; MPI_UNDEFINED
/// means any. Equal arguments give the same handle, which cannot be freed.
MPI_Datatype f90_real(int digits, int range);
MPI_Datatype f90_complex(int digits, int range);
MPI_Datatype f90_integer(int range);

/// A type that MPI_Type_create_f90_… made.
bool is_f90_type(const Datatype& type);

/// The pair of a value and an index for MPI_MINLOC and MPI_MAXLOC. MPI_DATATYPE_NULL: there is
/// none.
MPI_Datatype value_index_type(MPI_Datatype value, MPI_Datatype index);

}  // namespace bamboo::mpi
