// SPDX-License-Identifier: Apache-2.0
#include "arguments/exchange_part.h"

#include "arguments/bytes_of.h"

namespace bamboo::plans::pmpi {

std::vector<std::size_t> row_of(const int counts[], MPI_Datatype type, int size) {
  std::vector<std::size_t> row;
  if (!bytes_of(counts, size, type)) return row;
  for (int i = 0; i < size; ++i) row.push_back(*bytes_of(counts[i], type));
  return row;
}

std::vector<std::size_t> row_of(const int counts[], const MPI_Datatype types[], int size) {
  std::vector<std::size_t> row;
  if (!bytes_of(counts, size, types)) return row;
  for (int i = 0; i < size; ++i)
    row.push_back(is_left_out(counts[i], types[i]) ? 0 : *bytes_of(counts[i], types[i]));
  return row;
}

}  // namespace bamboo::plans::pmpi
