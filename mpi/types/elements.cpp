// SPDX-License-Identifier: Apache-2.0
// Basic elements and packed bytes.
#include <algorithm>

#include "types/datatype.h"

namespace bamboo::mpi {

MPI_Count elements_in(const Datatype& type, std::size_t bytes) {
  if (!type.size) return 0;
  MPI_Count count = static_cast<MPI_Count>(bytes / type.size * type.leaves);
  std::size_t rest = bytes % type.size;
  if (rest && type.parts.empty()) return MPI_UNDEFINED;
  for (const Datatype::Part& part : type.parts) {
    if (!rest) break;
    const std::size_t here = std::min(rest, part.count * part.type->size);
    const MPI_Count elements = elements_in(*part.type, here);
    if (elements == MPI_UNDEFINED) return MPI_UNDEFINED;
    count += elements;
    rest -= here;
  }
  return count;
}

std::size_t bytes_of_elements(const Datatype& type, std::size_t elements) {
  if (!type.leaves) return 0;
  std::size_t bytes = elements / type.leaves * type.size, rest = elements % type.leaves;
  for (const Datatype::Part& part : type.parts) {
    if (!rest) break;
    const std::size_t here = std::min(rest, part.count * part.type->leaves);
    bytes += bytes_of_elements(*part.type, here);
    rest -= here;
  }
  return bytes;
}

}  // namespace bamboo::mpi
