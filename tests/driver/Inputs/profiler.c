/* SPDX-License-Identifier: Apache-2.0 */
/* A library in front of an MPI: counts barriers. */
#include <mpi.h>
#include <stdio.h>

static int barriers;

int MPI_Barrier(MPI_Comm comm) {
  ++barriers;
  return PMPI_Barrier(comm);
}

int MPI_Finalize(void) {
  fprintf(stderr, "%d barriers\n", barriers);
  return PMPI_Finalize();
}
