/* SPDX-License-Identifier: Apache-2.0 */
/* A profiling tool. */
#include <mpi.h>
#include <stdio.h>

#ifndef NAME
#define NAME "the tool"
#endif

static int reductions;

int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  reductions++;
  return PMPI_Allreduce(in, out, count, type, op, comm);
}

int MPI_Finalize(void) {
  printf("%s has seen %d reductions\n", NAME, reductions);
  return PMPI_Finalize();
}
