/* SPDX-License-Identifier: Apache-2.0 */
/* Messages of one sender with one tag arrive in order, with any sizes; other tags may overtake.
 */
#include "check.h"

enum { MESSAGES = 120 };

static int length(int i) {
  return (i * 37) % 3 == 0 ? 20000 + i : i % 7;
} /* long and short mixed */

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int *out[MESSAGES], *in = malloc(30000 * sizeof *in);
  MPI_Request request[MESSAGES];
  for (int i = 0; i < MESSAGES; i++) {
    out[i] = malloc((length(i) + 1) * sizeof **out);
    for (int k = 0; k <= length(i); k++) out[i][k] = rank * 1000 + i;
    MPI_Isend(out[i], length(i) + 1, MPI_INT, right, i % 3, MPI_COMM_WORLD, &request[i]);
  }
  for (int tag = 2; tag >= 0; tag--) { /* the last tag first */
    for (int i = tag; i < MESSAGES; i += 3) {
      MPI_Status status;
      int count;
      MPI_Recv(in, 30000, MPI_INT, left, tag, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_INT, &count);
      CHECK(count == length(i) + 1);
      CHECK(in[0] == left * 1000 + i && in[count - 1] == in[0]);
      CHECK(status.MPI_SOURCE == left && status.MPI_TAG == tag);
    }
  }
  MPI_Waitall(MESSAGES, request, MPI_STATUSES_IGNORE);
  printf("rank %d: %d messages from %d in order\n", rank, MESSAGES, left);
  for (int i = 0; i < MESSAGES; i++) free(out[i]);
  free(in);
  MPI_Finalize();
  return 0;
}
