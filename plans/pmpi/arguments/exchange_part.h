// SPDX-License-Identifier: Apache-2.0
// The bytes of one process for each other one in an irregular all-to-all.
#pragma once

#include <cstddef>
#include <vector>

#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// One process's part of an irregular all-to-all, in bytes; empty where MPI would refuse it.
struct ExchangePart {
  std::vector<std::size_t> row, column;
  bool is_plausible() const { return !row.empty(); }
};

ExchangePart part_of(const AlltoallvArguments& a, int size);
ExchangePart part_of(const AlltoallwArguments& a, int size);

/// Bytes of `size` blocks; empty where the MPI would refuse the counts.
std::vector<std::size_t> row_of(const int counts[], MPI_Datatype type, int size);
std::vector<std::size_t> row_of(const int counts[], const MPI_Datatype types[], int size);

}  // namespace bamboo::plans::pmpi
