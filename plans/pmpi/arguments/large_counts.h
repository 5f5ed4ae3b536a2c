// SPDX-License-Identifier: Apache-2.0
// MPI-4's forms with large counts. The forms with ints can serve calls whose counts are small.
#pragma once

#include <mpi.h>

#include <climits>
#include <optional>
#include <vector>

namespace bamboo::plans::pmpi {

/// The count as an int, where the elements have no more bytes than an int can count: so all
/// processes of a collective find the same, of whatever types their elements are. Nothing as well
/// where MPI would refuse the arguments.
inline std::optional<int> small_count(MPI_Count count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return std::nullopt;
  if (size == 0) return 0;
  return count <= INT_MAX / size ? std::optional(static_cast<int>(count)) : std::nullopt;
}

/// For blocks that all processes know; empty if they have too many bytes together.
inline std::vector<int> small_counts(const MPI_Count counts[], int blocks, MPI_Datatype type) {
  if (counts == nullptr) return {};
  std::vector<int> small;
  MPI_Count all = 0;
  for (int i = 0; i < blocks; ++i) {
    const auto one = small_count(counts[i], type);
    if (!one) return {};
    all += *one;
    if (!small_count(all, type)) return {};
    small.push_back(*one);
  }
  return small;
}

}  // namespace bamboo::plans::pmpi
