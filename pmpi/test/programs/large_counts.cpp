// SPDX-License-Identifier: Apache-2.0
// MPI-4's collectives with large counts, each once as a program calls them: what arrives is right.
// run_large_counts.py sees in the report which of them are planned.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int rank, size;

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "large_counts: rank %d: %s is wrong\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// All processes' ranks.
std::vector<int> ranks() {
  std::vector<int> all(size);
  for (int i = 0; i < size; ++i) all[i] = i;
  return all;
}

int sum_of_ranks() {
  return size * (size - 1) / 2;
}

void alike() {
  const int root = size - 1;
  const std::vector<int> all = ranks();
  int value = rank;
  MPI_Bcast_c(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(value == root, "Bcast_c");

  std::vector<int> got(size, -1);
  MPI_Gather_c(&rank, 1, MPI_INT, got.data(), 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(rank != root || got == all, "Gather_c");
  // In place what the root sends means nothing, and elsewhere what is received.
  std::vector<int> in_place(size, rank);
  if (rank == root)
    MPI_Gather_c(MPI_IN_PLACE, -7, MPI_DATATYPE_NULL, in_place.data(), 1, MPI_INT, root,
                 MPI_COMM_WORLD);
  else
    MPI_Gather_c(&rank, 1, MPI_INT, nullptr, -7, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  expect(rank != root || in_place == all, "Gather_c in place");
  value = -1;
  MPI_Scatter_c(all.data(), 1, MPI_INT, &value, 1, MPI_INT, root, MPI_COMM_WORLD);
  expect(value == rank, "Scatter_c");

  got.assign(size, -1);
  MPI_Allgather_c(&rank, 1, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD);
  expect(got == all, "Allgather_c");
  const std::vector<int> mine(size, rank);
  got.assign(size, -1);
  MPI_Alltoall_c(mine.data(), 1, MPI_INT, got.data(), 1, MPI_INT, MPI_COMM_WORLD);
  expect(got == all, "Alltoall_c");

  value = -1;
  MPI_Reduce_c(&rank, &value, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  expect(rank != root || value == sum_of_ranks(), "Reduce_c");
  MPI_Allreduce_c(&rank, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(value == sum_of_ranks(), "Allreduce_c");
  MPI_Scan_c(&rank, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(value == rank * (rank + 1) / 2, "Scan_c");
  MPI_Exscan_c(&rank, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(rank == 0 || value == rank * (rank - 1) / 2, "Exscan_c");
  MPI_Reduce_scatter_block_c(all.data(), &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(value == size * rank, "Reduce_scatter_block_c");
  const std::vector<MPI_Count> ones(size, 1);
  MPI_Reduce_scatter_c(all.data(), &value, ones.data(), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(value == size * rank, "Reduce_scatter_c");
}

void of_different_sizes() {
  const std::vector<int> all = ranks(), mine(size, rank);
  const std::vector<MPI_Count> ones(size, 1);
  std::vector<MPI_Aint> places(size), bytes(size);
  for (int i = 0; i < size; ++i) {
    places[i] = i;
    bytes[i] = static_cast<MPI_Aint>(i * sizeof(int));
  }
  const std::vector<MPI_Datatype> types(size, MPI_INT);
  std::vector<int> got(size, -1);
  MPI_Gatherv_c(&rank, 1, MPI_INT, got.data(), ones.data(), places.data(), MPI_INT, 0,
                MPI_COMM_WORLD);
  expect(rank != 0 || got == all, "Gatherv_c");
  int value = -1;
  MPI_Scatterv_c(all.data(), ones.data(), places.data(), MPI_INT, &value, 1, MPI_INT, 0,
                 MPI_COMM_WORLD);
  expect(value == rank, "Scatterv_c");
  got.assign(size, -1);
  MPI_Allgatherv_c(&rank, 1, MPI_INT, got.data(), ones.data(), places.data(), MPI_INT,
                   MPI_COMM_WORLD);
  expect(got == all, "Allgatherv_c");
  got.assign(size, -1);
  MPI_Alltoallv_c(mine.data(), ones.data(), places.data(), MPI_INT, got.data(), ones.data(),
                  places.data(), MPI_INT, MPI_COMM_WORLD);
  expect(got == all, "Alltoallv_c");
  got.assign(size, -1);
  MPI_Alltoallw_c(mine.data(), ones.data(), bytes.data(), types.data(), got.data(), ones.data(),
                  bytes.data(), types.data(), MPI_COMM_WORLD);
  expect(got == all, "Alltoallw_c");
}

/// Where arguments that look like counts mean nothing.
void between_groups() {
  MPI_Comm half, between;
  const bool low = rank == 0;
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? 1 : 0, 7, &between);
  std::vector<int> got(size - 1, -1);
  if (low)
    MPI_Gather_c(nullptr, -7, MPI_DATATYPE_NULL, got.data(), 1, MPI_INT, MPI_ROOT, between);
  else
    MPI_Gather_c(&rank, 1, MPI_INT, nullptr, -7, MPI_DATATYPE_NULL, 0, between);
  for (int i = 0; low && i < size - 1; ++i) expect(got[i] == i + 1, "Gather_c between two groups");
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

/// No data move, whatever the counts are.
void of_nothing() {
  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  const MPI_Count many = rank == 0 ? MPI_Count{1} << 40 : 1;
  expect(MPI_Bcast_c(&rank, many, empty, 0, MPI_COMM_WORLD) == MPI_SUCCESS, "Bcast_c of nothing");
  MPI_Type_free(&empty);
}

void errors() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int planned = 0, own = 0, value = 0;
  MPI_Error_class(MPI_Bcast_c(&value, -1, MPI_INT, 0, comm), &planned);
  MPI_Error_class(PMPI_Bcast_c(&value, -1, MPI_INT, 0, comm), &own);
  expect(planned == own && own != MPI_SUCCESS, "the error of a wrong count");
  MPI_Comm_free(&comm);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) {
    errors();
    between_groups();
    of_nothing();
  } else {
    alike();
    of_different_sizes();
  }
  MPI_Finalize();
  return 0;
}
