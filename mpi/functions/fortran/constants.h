// SPDX-License-Identifier: Apache-2.0
// The variables of mpif.h that MPI tells by their addresses. generate/fortran_entries.py defines
// what is declared here.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>

namespace bamboo::mpi::fortran {

inline constexpr std::size_t words_of_constants = 22;

extern "C" {
/// The COMMON block that shared libraries have in common; each rank's program has one of its own.
extern MPI_Fint bamboo_mpi_constants_[words_of_constants];
}

/// What the word of the block is in C.
extern const std::array<void*, words_of_constants> values_of_constants;

}  // namespace bamboo::mpi::fortran
