/* SPDX-License-Identifier: Apache-2.0 */
/* Round trips of 8 bytes and transfers of 1 MB between ranks 0 and 1, beside a plain memcpy. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 8, LARGE = 1 << 20 };

static double seconds_of(int rank, int bytes, int times, char* out, char* in) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < times && rank < 2; i++) {
    if (rank == 0) {
      MPI_Send(out, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(in, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
  }
  return (MPI_Wtime() - begin) / times;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char *out = malloc(LARGE), *in = malloc(LARGE);
  memset(out, rank + 1, LARGE);
  memset(in, 0, LARGE);
  seconds_of(rank, SMALL, 1000, out, in); /* warm-up */
  seconds_of(rank, LARGE, 10, out, in);
  const double small = seconds_of(rank, SMALL, 50000, out, in);
  const double large = seconds_of(rank, LARGE, 200, out, in);
  const int wrong = rank < 2 && (in[0] != 1 || in[LARGE - 1] != 1);
  const double begin = MPI_Wtime();
  for (int i = 0; i < 200; i++) memcpy(i % 2 ? out : in, i % 2 ? in : out, LARGE);
  const double copy = (MPI_Wtime() - begin) / 200;
  if (rank == 0) {
    printf("round trip: %.1f ns\n", 1e9 * small);
    printf("bandwidth: %.3f GB/s\n", 2e-9 * LARGE / large);
    printf("memcpy: %.3f GB/s\n", 1e-9 * LARGE / copy);
  }
  free(out);
  free(in);
  MPI_Finalize();
  return wrong;
}
