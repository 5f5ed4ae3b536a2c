// SPDX-License-Identifier: Apache-2.0
// The first rank of each process stops it while messages and receives of all kinds wait.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

static char large[100000], small[8], got[64];

/// A rank of this process has posted what is to be seen, and waits until the program goes on.
static void say_ready_and_wait(int first) {
  int go;
  MPI_Request request;
  MPI_Irecv(&go, 1, MPI_INT, first, 7, MPI_COMM_WORLD, &request);
  MPI_Send(NULL, 0, MPI_INT, first, 6, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  const int here = atoi(argv[1]);  // ranks of a process
  int rank, size;
  MPI_Comm halo;
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &halo);
  MPI_Comm_set_name(halo, "halo");
  const int first = rank / here * here, last = first + here - 1;
  const int peer_in_halo = size - 1 - last;

  // The first rank posts receives without sends, the last one starts sends without receives.
  if (rank == first) {
    MPI_Irecv(got, 4, MPI_DOUBLE, peer_in_halo, 5, halo, &requests[0]);
    MPI_Irecv(got + 32, 8, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, halo, &requests[1]);
    for (int i = first + 1; i <= last; i++)
      MPI_Recv(NULL, 0, MPI_INT, i, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    raise(SIGSTOP);
    for (int i = first + 1; i <= last; i++) MPI_Send(&i, 1, MPI_INT, i, 7, MPI_COMM_WORLD);
    MPI_Recv(small, 8, MPI_CHAR, last, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(large, sizeof large, MPI_CHAR, last, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(large, 16, MPI_CHAR, (last + here) % size, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == last) {
    MPI_Send(small, 8, MPI_CHAR, first, 9, MPI_COMM_WORLD);
    MPI_Isend(large, sizeof large, MPI_CHAR, first, 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(large, 16, MPI_CHAR, (first + here) % size, 4, MPI_COMM_WORLD, &requests[1]);
    say_ready_and_wait(first);
    MPI_Send(got, 4, MPI_DOUBLE, size - 1 - first, 5, halo);
    MPI_Send(small, 8, MPI_CHAR, size - 1 - first, 3, halo);
  } else {
    say_ready_and_wait(first);
  }
  if (rank == first || rank == last) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
