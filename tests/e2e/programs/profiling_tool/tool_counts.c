/* SPDX-License-Identifier: Apache-2.0 */
/* Counts sends and reductions, and prints the numbers at the end. */
#include <mpi.h>
#include <stdio.h>

#include "tool.h"

int tool_sends;
static int reductions, rank = -1;

int MPI_Init(int* argc, char*** argv) {
  const int error = PMPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return error;
}

int MPI_Comm_rank(MPI_Comm comm, int* its_rank) {
  const int error = PMPI_Comm_rank(comm, its_rank);
  if (rank < 0) printf("rank %d: the tool's own calls go through the tool\n", *its_rank);
  return error;
}

int MPI_Send(const void* buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  tool_sends++;
  return PMPI_Send(buf, count, type, dest, tag, comm);
}

int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  reductions++;
  return PMPI_Allreduce(in, out, count, type, op, comm);
}

int tool_reductions(void) { return reductions; }

int MPI_Finalize(void) {
  printf("rank %d: %d sends at the end\n", rank, tool_sends);
  return PMPI_Finalize();
}
