// SPDX-License-Identifier: Apache-2.0
#include "gather.h"

#include <mpi.h>

namespace bamboo::overlap {

std::vector<std::string> gather(const std::string& own) {
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(size), begins(size);
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  int total = 0;
  for (int i = 0; i < size; ++i) {
    begins[i] = total;
    total += lengths[i];
  }
  std::string all(total, ' ');
  PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, 0,
               MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (int i = 0; i < size && total > 0; ++i) texts.push_back(all.substr(begins[i], lengths[i]));
  return texts;
}

}  // namespace bamboo::overlap
