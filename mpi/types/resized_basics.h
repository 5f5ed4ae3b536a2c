// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "types/datatype.h"

namespace bamboo::mpi {

/// How many bytes a basic type has, in a file for example.
using SizeOfBasic = std::function<std::size_t(MPI_Datatype basic)>;

/// What MPI's constructors make of the type when its basic types have these sizes: displacements in
/// elements become other ones in bytes, those that were given in bytes stay. Pairs as
/// MPI_DOUBLE_INT are without gaps. The type itself where no size is another one.
DatatypeRef with_sizes(const DatatypeRef& type, const SizeOfBasic& size_of);

}  // namespace bamboo::mpi
