/* SPDX-License-Identifier: Apache-2.0 */
/* Everybody floods rank 0 before it receives anything; it takes the last sender's messages first.
 */
#include "check.h"

enum { MESSAGES = 400, WORDS = 2500 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  unsigned* buffer = malloc((size_t)MESSAGES * WORDS * sizeof *buffer);
  MPI_Request* request = malloc(MESSAGES * sizeof *request);
  if (rank != 0) {
    for (int m = 0; m < MESSAGES; m++) {
      for (int i = 0; i < WORDS; i++) buffer[m * WORDS + i] = (unsigned)(rank * 131 + m * 7 + i);
      MPI_Isend(buffer + m * WORDS, WORDS - m, MPI_UNSIGNED, 0, m, MPI_COMM_WORLD, &request[m]);
    }
    MPI_Send(NULL, 0, MPI_INT, (rank + 1) % size, 1 << 14, MPI_COMM_WORLD);
    if (rank > 1) MPI_Recv(NULL, 0, MPI_INT, rank - 1, 1 << 14, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(MESSAGES, request, MPI_STATUSES_IGNORE);
    printf("rank %d: sent\n", rank);
  } else {
    unsigned long hash = 0;
    if (size > 1) /* the last one has sent everything by now */
      MPI_Recv(NULL, 0, MPI_INT, size - 1, 1 << 14, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int source = size - 1; source > 0; source--) {
      for (int m = MESSAGES - 1; m >= 0; m--) {
        MPI_Recv(buffer, WORDS - m, MPI_UNSIGNED, source, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(buffer[WORDS - m - 1] == (unsigned)(source * 131 + m * 7 + WORDS - m - 1));
        hash = hash * 31 + hash_bytes(buffer, (WORDS - m) * sizeof *buffer);
      }
    }
    printf("rank 0: %lx\n", hash);
  }
  free(buffer);
  free(request);
  MPI_Finalize();
  return 0;
}
