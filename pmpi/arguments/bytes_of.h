// SPDX-License-Identifier: Apache-2.0
// Packed bytes of arguments; nothing where MPI would refuse them.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>

namespace bamboo::plans::pmpi {

std::optional<std::size_t> bytes_of(int count, MPI_Datatype type);
/// The bytes of all blocks together.
std::optional<std::size_t> bytes_of(const int counts[], int blocks, MPI_Datatype type);
std::optional<std::size_t> bytes_of(const int counts[], int blocks, const MPI_Datatype types[]);
/// For an alltoallw: MPICH accepts a null type if the count is 0, Open MPI does not.
bool is_left_out(int count, MPI_Datatype type);

}  // namespace bamboo::plans::pmpi
