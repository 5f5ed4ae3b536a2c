// SPDX-License-Identifier: Apache-2.0
// eager_memory BYTES: a message of each other rank reaches rank 0 before its receive. It prints by
// how many bytes its resident memory has grown.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { data, after_data, start };

static long resident_bytes(void) {
  long size = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

static void receive(char* buffer, int bytes, int ranks, int tag) {
  for (int from = 1; from < ranks; ++from)
    MPI_Recv(buffer, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int bytes = argc > 1 ? atoi(argv[1]) : 0;
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  char* buffer = malloc(bytes);
  if (buffer) memset(buffer, rank, bytes);
  if (rank == 0) {
    receive(buffer, 0, ranks, start);  // connections are open
    const long before = resident_bytes();
    for (int to = 1; to < ranks; ++to) MPI_Send(buffer, 0, MPI_BYTE, to, start, MPI_COMM_WORLD);
    receive(buffer, 0, ranks, after_data);  // messages do not overtake
    printf("grown by %ld\n", resident_bytes() - before);
    receive(buffer, bytes, ranks, data);
  } else {
    MPI_Request request;
    MPI_Send(buffer, 0, MPI_BYTE, 0, start, MPI_COMM_WORLD);
    MPI_Recv(buffer, 0, MPI_BYTE, 0, start, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(buffer, bytes, MPI_BYTE, 0, data, MPI_COMM_WORLD, &request);
    MPI_Send(buffer, 0, MPI_BYTE, 0, after_data, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
