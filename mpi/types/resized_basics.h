// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "types/datatype.h"

namespace bamboo::mpi {

/// How many bytes a basic type has, in a file for example.
using SizeOfBasic = std::function<std::size_t(MPI_Datatype basic)>;

/// The type that MPI's constructors make if its basic types have these sizes: displacements in
/// elements change in bytes, those given in bytes stay. Pairs such as MPI_DOUBLE_INT have no gaps.
/// Returns the type itself if no size differs.
DatatypeRef with_sizes(const DatatypeRef& type, const SizeOfBasic& size_of);

}  // namespace bamboo::mpi
