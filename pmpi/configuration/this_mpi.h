// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "configuration/mpi_algorithms.h"

namespace bamboo::plans::pmpi {

/// The family of the installed MPI.
#ifdef OPEN_MPI
inline constexpr Mpi this_mpi = Mpi::OpenMpi;
#else
inline constexpr Mpi this_mpi = Mpi::Mpich;
#endif

}  // namespace bamboo::plans::pmpi
