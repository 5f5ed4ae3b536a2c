// SPDX-License-Identifier: Apache-2.0
// The variables of mpif.h that MPI tells by their addresses. generate/fortran_entries.py defines
// them.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <iterator>

namespace bamboo::mpi::fortran {

/// Of the COMMON block that mpi.h declares. Shared libraries have it in common; each rank's program
/// has one of its own.
inline constexpr std::size_t words_of_constants = std::size(bamboo_mpi_constants_);

/// What the word of the block is in C.
extern const std::array<void*, words_of_constants> values_of_constants;

}  // namespace bamboo::mpi::fortran
