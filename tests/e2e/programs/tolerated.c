/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4 reference=mpich */
/* Calls that MPI forbids and MPICH lets pass: single elements that are all received into one
 * place, null types for no elements. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  int in[16] = {0}, out[16] = {0}, counts[16], zeros[16] = {0}, places[16] = {0}, spread[16];
  MPI_Datatype types[16];
  for (int i = 0; i < 16; i++) {
    in[i] = 7;
    counts[i] = i < ranks;
    spread[i] = i;
    types[i] = MPI_INT;
  }
  /* Everybody sends the same. */
  MPI_Alltoallv(in, counts, spread, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
  printf("rank %d: %d\n", rank, out[0]);
  /* Messages of rank 0 to itself alone: the others give no types. */
  counts[0] = rank == 0;
  for (int i = 1; i < 16; i++) counts[i] = 0;
  out[0] = 0;
  types[1] = rank == 0 ? MPI_INT : MPI_DATATYPE_NULL;
  MPI_Alltoallw(in, rank == 0 ? counts : zeros, zeros, types, out, rank == 0 ? counts : zeros,
                zeros, types, MPI_COMM_WORLD);
  printf("rank %d: then %d\n", rank, out[0]);
  /* Messages without elements. */
  MPI_Status status;
  MPI_Request request;
  MPI_Irecv(NULL, 0, MPI_DATATYPE_NULL, (rank + ranks - 1) % ranks, 3, MPI_COMM_WORLD, &request);
  MPI_Send(NULL, 0, MPI_DATATYPE_NULL, (rank + 1) % ranks, 3, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  printf("rank %d: an empty message of %d\n", rank, status.MPI_SOURCE);
  MPI_Finalize();
  return 0;
}
