// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "types/constructors.h"

namespace bamboo::mpi {

/// One dimension of an array that is distributed over processes.
struct Distribution {
  enum class Kind { None, Block, Cyclic };

  Kind kind = Kind::None;
  MPI_Count size = 0;  ///< of the whole array
  int processes = 1;
  int place = 0;        ///< of the process among them
  MPI_Count block = 0;  ///< consecutive elements of one process
};

/// The arguments of MPI_Type_create_darray.
struct DistributedArray {
  int processes, rank;
  std::span<const MPI_Count> sizes;
  std::span<const int> distributions, arguments, grid;  ///< a number for each dimension
};

/// Throws MpiError(MPI_ERR_ARG) for what MPI forbids.
std::vector<Distribution> distribute(const DistributedArray& array);

/// The part of the array that is the process's, in an extent of the whole.
NewType make_darray(const std::vector<Distribution>& dimensions, int order,
                    const DatatypeRef& type);

}  // namespace bamboo::mpi
