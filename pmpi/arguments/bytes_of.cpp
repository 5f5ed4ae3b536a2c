// SPDX-License-Identifier: Apache-2.0
#include "arguments/bytes_of.h"

namespace bamboo::plans::pmpi {

std::optional<std::size_t> bytes_of(int count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return std::nullopt;
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}

std::optional<std::size_t> bytes_of(const int counts[], int blocks, MPI_Datatype type) {
  const auto one = bytes_of(1, type);
  if (counts == nullptr || !one) return std::nullopt;
  std::size_t elements = 0;
  for (int i = 0; i < blocks; ++i) {
    if (counts[i] < 0) return std::nullopt;
    elements += static_cast<std::size_t>(counts[i]);
  }
  return elements * *one;
}

bool is_left_out(int count, MPI_Datatype type) {
#ifdef MPICH_VERSION
  return count == 0 && type == MPI_DATATYPE_NULL;
#else
  static_cast<void>(count), static_cast<void>(type);
  return false;
#endif
}

std::optional<std::size_t> bytes_of(const int counts[], int blocks, const MPI_Datatype types[]) {
  if (counts == nullptr || types == nullptr) return std::nullopt;
  std::size_t all = 0;
  for (int i = 0; i < blocks; ++i) {
    if (is_left_out(counts[i], types[i])) continue;
    const auto bytes = bytes_of(counts[i], types[i]);
    if (!bytes) return std::nullopt;
    all += *bytes;
  }
  return all;
}

}  // namespace bamboo::plans::pmpi
