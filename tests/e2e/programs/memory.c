/* SPDX-License-Identifier: Apache-2.0 */
/* The heap: blocks of every size allocated, grown and freed between messages. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  unsigned char* block[64] = {0};
  size_t bytes[64] = {0};
  unsigned long state = rank + 1, hash = 0;
  for (int i = 0; i < 3000; i++) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    const int b = state >> 58;
    bytes[b] = (state >> 40) % (i % 50 == 0 ? 300000 : 3000) + 1;
    block[b] = realloc(block[b], bytes[b]);
    memset(block[b], b + rank, bytes[b]);
    if (i % 300 == 0) {
      int length = (int)bytes[b], other;
      MPI_Sendrecv(&length, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT,
                   (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      void* in = malloc(other);
      MPI_Sendrecv(block[b], length, MPI_BYTE, (rank + 1) % size, 1, in, other, MPI_BYTE,
                   (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      hash = hash * 31 + hash_bytes(in, other);
      free(in);
    }
  }
  for (int b = 0; b < 64; b++) {
    for (size_t i = 0; i < bytes[b]; i++) CHECK(block[b][i] == (unsigned char)(b + rank));
    free(block[b]);
  }
  printf("rank %d: %lx\n", rank, hash);
  MPI_Finalize();
  return 0;
}
