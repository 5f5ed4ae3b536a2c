// SPDX-License-Identifier: Apache-2.0
// Collectives that are never planned, each called so often that the report distinguishes them:
// what arrives is right. What is counted of them, run_never_planned.py sees in the report.
#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

int rank, size;

void expect(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "never_planned: rank %d: %s is wrong\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void between_groups() {
  MPI_Comm half, between;
  const bool low = rank == 0;
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? 1 : 0, 7, &between);
  int value = -1;
  const int root = !low ? 0 : MPI_ROOT;
  for (int i = 0; i < 4; ++i) {
    value = rank;
    MPI_Bcast(&value, 1, MPI_INT, root, between);
  }
  expect(value == 0, "Bcast between two groups");
  MPI_Request request;
  MPI_Iallreduce(&rank, &value, 1, MPI_INT, MPI_SUM, between, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(value == (low ? size * (size - 1) / 2 : 0), "Iallreduce between two groups");
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

#if MPI_VERSION >= 4
void large_counts() {
  int value = rank;
  MPI_Request request;
  MPI_Ibcast_c(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(value == 0, "Ibcast_c");
  std::vector<int> got(size, -1), all(size);
  std::vector<MPI_Count> ones(size, 1);
  std::vector<MPI_Aint> places(size);
  for (int i = 0; i < size; ++i) places[i] = all[i] = i;
  MPI_Allgatherv_init_c(&rank, 1, MPI_INT, got.data(), ones.data(), places.data(), MPI_INT,
                        MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  expect(got == all, "Allgatherv_init_c");
}
#endif

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  between_groups();
#if MPI_VERSION >= 4
  large_counts();
#endif
  int alone = rank;  // nothing to plan, and not to be counted
  MPI_Bcast(&alone, 1, MPI_INT, 0, MPI_COMM_SELF);
  MPI_Finalize();
  return 0;
}
