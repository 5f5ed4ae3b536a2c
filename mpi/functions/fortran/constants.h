// SPDX-License-Identifier: Apache-2.0
// The variables of mpif.h that are recognised by their addresses. generate/fortran_entries.py
// defines them.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <iterator>

namespace bamboo::mpi::fortran {

/// The words of the COMMON block that mpi.h declares. Shared libraries share one; each rank's
/// program has its own.
inline constexpr std::size_t words_of_constants = std::size(bamboo_mpi_constants_);

/// The value in C of each word of the block.
extern const std::array<void*, words_of_constants> values_of_constants;

}  // namespace bamboo::mpi::fortran
