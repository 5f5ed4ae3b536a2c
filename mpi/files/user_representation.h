// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "files/representation.h"

namespace bamboo::mpi {

/// The conversion functions that a program passes for a data representation, in either language.
/// They return error codes. Elements have a type and begin at the beginning of the buffers.
struct Conversions {
  using Convert = int(void* memory, MPI_Datatype type, MPI_Count elements, void* file);

  std::function<Convert> read, write;  ///< empty: MPI_CONVERSION_FN_NULL
  std::function<int(MPI_Datatype basic, MPI_Aint* bytes)> extent;
  MPI_Count most_elements;  ///< that a call can take
};

/// Throws MpiError(MPI_ERR_ARG) for a name that is too long.
Representation user_representation(const char* name, Conversions functions);

}  // namespace bamboo::mpi
