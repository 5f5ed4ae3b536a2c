/* SPDX-License-Identifier: Apache-2.0 */
/* Exchanges blocks of argv[1] numbers with MPI_Sendrecv. Prints which operation the MPI starts first, and the sum of
 * what comes. `exchange_elsewhere` is in a file of the installed MPI's compiler. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void exchange_elsewhere(double* out, double* in, int count, int peer, MPI_Status* status);

static int sends_first;

int PMPI_Isend(const void* buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm communicator,
               MPI_Request* request) {
  sends_first = 1;
  int (*isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = dlsym(RTLD_NEXT, "PMPI_Isend");
  return isend(buffer, count, type, peer, tag, communicator, request);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, received;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int count = atoi(argv[1]);
  double *out = malloc(count * sizeof *out), *in = calloc(count + 1, sizeof *in), sum = 0;
  for (int i = 0; i < count; ++i) out[i] = rank + i % 3;
  MPI_Status status;
  exchange_elsewhere(out, in, count, 1 - rank, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &received);
  for (int i = 0; i < count; ++i) sum += in[i];
  printf("process %d: %s, %d from %d with tag %d, sum %g\n", rank, sends_first ? "sends first" : "as MPI", received,
         status.MPI_SOURCE, status.MPI_TAG, sum);
  MPI_Finalize();
  return 0;
}
