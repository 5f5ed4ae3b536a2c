/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the algorithm that is set for Open MPI's nonblocking sums. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* algorithm = getenv("OMPI_MCA_coll_libnbc_iallreduce_algorithm");
#ifdef JOINS
  MPI_Comm other;
  if (argc > 1) MPI_Comm_connect(argv[1], MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
#endif
  if (rank == 0) printf("algorithm %s\n", algorithm ? algorithm : "of the MPI");
  MPI_Finalize();
  return 0;
}
