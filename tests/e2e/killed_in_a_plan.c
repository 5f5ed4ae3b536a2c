// SPDX-License-Identifier: Apache-2.0
// killed_in_a_plan RANK SENDS: a plain program whose process RANK is killed when its last planned
// all-to-all wants to send once more than SENDS times. Prints "not killed" where it does not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static int sends_left = -1;  // negative: without end

// Plans send by this name; an executable's definition precedes those of its libraries.
int PMPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  static Isend isend;
  if (!isend) isend = (Isend)dlsym(RTLD_NEXT, "PMPI_Isend");
  if (sends_left >= 0 && sends_left-- == 0) raise(SIGKILL);
  return isend(buffer, count, type, to, tag, comm, request);
}

int main(int argc, char** argv) {
  enum { calls = 4, block = 1 << 17 };
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char* in = malloc((size_t)block * size);
  char* out = malloc((size_t)block * size);
  memset(in, rank, (size_t)block * size);
  for (int call = 1; call <= calls; ++call) {
    if (call == calls && argc == 3 && rank == atoi(argv[1])) sends_left = atoi(argv[2]);
    MPI_Alltoall(in, block, MPI_BYTE, out, block, MPI_BYTE, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("not killed\n");
  MPI_Finalize();
  free(in);
  free(out);
  return 0;
}
