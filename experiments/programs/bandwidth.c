/* SPDX-License-Identifier: Apache-2.0 */
/* The bandwidth between ranks 0 and 1 by the size of a message: 64 messages before each answer, as
 * osu_bw of the OSU Micro-Benchmarks does it, and round trips. The best of several rounds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 4 << 20, WINDOW = 64, ROUNDS = 7 };

static int rank;
static char *out, *in;

static void windows(int bytes, int times) {
  MPI_Request requests[WINDOW];
  MPI_Status statuses[WINDOW];
  char answer = 0;
  for (int i = 0; i < times; i++) {
    for (int j = 0; j < WINDOW; j++)
      if (rank == 0)
        MPI_Isend(out, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &requests[j]);
      else
        MPI_Irecv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &requests[j]);
    MPI_Waitall(WINDOW, requests, statuses);
    if (rank == 0)
      MPI_Recv(&answer, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      MPI_Send(&answer, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  }
}

static void round_trips(int bytes, int times) {
  for (int i = 0; i < times; i++) {
    if (rank == 0) MPI_Send(out, bytes, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    MPI_Recv(in, bytes, MPI_CHAR, 1 - rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(out, bytes, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
  }
}

static double best_of(void (*move)(int, int), int bytes, int times) {
  double best = 1e9;
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    move(bytes, times);
    const double seconds = (MPI_Wtime() - begin) / times;
    if (seconds < best) best = seconds;
  }
  return best;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  out = malloc(LARGEST), in = malloc(LARGEST);
  memset(out, rank + 1, LARGEST);
  memset(in, 0, LARGEST);
  for (int bytes = 32 << 10; bytes <= LARGEST; bytes *= 2) {
    const int times = (64 << 20) / bytes;
    const double window = best_of(windows, bytes, (times + 7) / 8);
    const double trip = best_of(round_trips, bytes, times);
    if (rank == 0) {
      printf("%d KiB: %.2f GB/s, round trip %.1f us\n", bytes >> 10, 1e-9 * WINDOW * bytes / window,
             1e6 * trip);
    }
  }
  if (rank < 2 && (in[0] != 2 - rank || in[LARGEST - 1] != 2 - rank)) return 1;
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
