// SPDX-License-Identifier: Apache-2.0
// Gathers texts of all processes on one of them.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace bamboo::plans::pmpi {

/// The texts of all processes, by rank, on rank 0; elsewhere nothing. Collective over `comm`. All
/// together may have 2 GiB.
inline std::vector<std::string> gather_texts(MPI_Comm comm, const std::string& own) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(size), begins(size + 1);
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm);
  for (int i = 0; i < size; ++i) begins[i + 1] = begins[i] + lengths[i];
  std::string all(begins.back(), ' ');
  PMPI_Gatherv(own.data(), length, MPI_BYTE, all.data(), lengths.data(), begins.data(), MPI_BYTE, 0,
               comm);
  std::vector<std::string> texts;
  for (int i = 0; i < size && rank == 0; ++i) texts.push_back(all.substr(begins[i], lengths[i]));
  return texts;
}

}  // namespace bamboo::plans::pmpi
