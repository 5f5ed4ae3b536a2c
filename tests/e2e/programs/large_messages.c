/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2 reference=mpich */
/* A message of more than 2^31 elements. Open MPI 4.1 does not have these functions. */
#define _GNU_SOURCE
#include "large_counts.h"
#include "repeated_pages.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  unsigned char* data = repeated_pages();
  const int rank = world_rank();
  for (int i = 0; i < window; i++) data[i] = rank == 0 ? (unsigned char)(i % 251) : 0;
  long long received = elements;
#if HAS_LARGE_COUNTS
  if (rank == 0) MPI_Send_c(data, elements, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Status status;
    MPI_Count count;
    MPI_Recv_c(data, elements, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count_c(&status, MPI_BYTE, &count);
    received = count;
  }
#else
  for (int i = 0; i < window; i++) data[i] = (unsigned char)(i % 251);
#endif
  printf("rank %d: %lld, hash %lx\n", rank, received, hash_bytes(data, window));
  MPI_Finalize();
  return 0;
}
