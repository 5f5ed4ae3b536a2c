// SPDX-License-Identifier: Apache-2.0
// The MPIs that this process has loaded.
#pragma once

#include <array>
#include <cstddef>

namespace bamboo::plans::front {

/// The binary interface of an MPI.
enum class Abi { OpenMpi, Mpich, Other };

struct LoadedMpi {
  const char* file;
  Abi abi;
};

struct LoadedMpis {
  std::array<LoadedMpi, 2> mpis{};
  std::size_t count = 0;           ///< 2: there are two or more
  bool has_virtual_ranks = false;  ///< a program of mode tasks, which plans itself
};

LoadedMpis loaded_mpis();

/// Whether the function belongs to a library of an MPI.
bool is_of_mpi(const void* function);

}  // namespace bamboo::plans::front
