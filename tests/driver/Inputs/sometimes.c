// SPDX-License-Identifier: Apache-2.0
// All communication is in conditionals. Without an argument MPI is never initialised. With one, the same functions are
// also called before MPI's initialisation and after its end.
#include <mpi.h>
#include <stdio.h>

enum { kCells = 4000 };
static volatile int no_peer = -1;
static double cells[4] = {1, 2, 3, 4}, ghosts[4], other[kCells];

static void compute(void) {
  for (int i = 1; i < kCells; i++) other[i] = 0.5 * other[i - 1] + 0.25 * other[i] + i;
}

__attribute__((noinline)) static double blocking(int peer) {
  if (peer >= 0)
    MPI_Sendrecv(cells, 4, MPI_DOUBLE, peer, 0, ghosts, 4, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  compute();
  return ghosts[0];
}

__attribute__((noinline)) static double nonblocking(int peer) {
  MPI_Request requests[2];
  if (peer >= 0) {
    MPI_Irecv(ghosts, 4, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(cells, 4, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  compute();
  return ghosts[1];
}

static void both(const char *when, int peer, int prints) {
  const double first = blocking(peer), second = nonblocking(peer);
  if (prints) printf("%s: %g %g %g\n", when, first, second, other[kCells - 1]);
}

int main(int argc, char **argv) {
  both("without MPI", no_peer, argc == 1);
  if (argc == 1) return 0;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 4; i++) cells[i] += 10 * rank;
  both("with MPI", 1 - rank, rank == 0);
  MPI_Finalize();
  both("behind its end", no_peer, rank == 0);
  return 0;
}
