// SPDX-License-Identifier: Apache-2.0
// Whether persistent requests would pay in loops with invariant arguments: a ping-pong of two ranks
// with blocking calls, with nonblocking ones, and with requests that are made once. The variants
// take turns; the least of all rounds, in µs for one way, is what the host's other work disturbs
// least:
//   mpicc -O2 experiments/programs/persistent.c -o persistent && mpirun -n 2 ./persistent [ROUNDS]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BYTES = 65536, VARIANTS = 3 };
static char sent[MOST_BYTES], received[MOST_BYTES];

static void one_way(int variant, int sends, int bytes, int peer, MPI_Request* made) {
  MPI_Request request;
  if (variant == 0 && sends) {
    MPI_Send(sent, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
  } else if (variant == 0) {
    MPI_Recv(received, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (variant == 1) {
    if (sends)
      MPI_Isend(sent, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
    else
      MPI_Irecv(received, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Start(&made[sends]);
    MPI_Wait(&made[sends], MPI_STATUS_IGNORE);
  }
}

static double measure(int variant, int bytes, int times, int rank) {
  MPI_Request made[2];
  MPI_Recv_init(received, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &made[0]);
  MPI_Send_init(sent, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &made[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < times; ++i) {
    one_way(variant, rank == 0, bytes, 1 - rank, made);
    one_way(variant, rank != 0, bytes, 1 - rank, made);
  }
  const double time = (MPI_Wtime() - start) / (2 * times) * 1e6;
  MPI_Request_free(&made[0]);
  MPI_Request_free(&made[1]);
  return time;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  const int rounds = argc > 1 ? atoi(argv[1]) : 1000;
  const int sizes[] = {8, 65536}, times[] = {500, 50};
  for (int size = 0; size < 2; ++size) {
    double least[VARIANTS] = {1e9, 1e9, 1e9};
    for (int round = 0; round < rounds; ++round)
      for (int i = 0; i < VARIANTS; ++i) {
        const int variant = (i + round) % VARIANTS;  // no variant is always the first
        const double one = measure(variant, sizes[size], times[size], rank);
        if (one < least[variant]) least[variant] = one;
      }
    if (rank == 0)
      printf(
          "%6d bytes: blocking %.3f, nonblocking %.3f, persistent %.3f; persistent gains %.1f %%\n",
          sizes[size], least[0], least[1], least[2], 100 * (1 - least[2] / least[1]));
  }
  MPI_Finalize();
}
