/* SPDX-License-Identifier: Apache-2.0 */
/* e2e-args: 5000 1 */
/* e2e-args: 1500 64 */
/* Many small messages: MESSAGES to each neighbour, WINDOW in flight at a time. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  const int messages = atoi(argv[1]), window = atoi(argv[2]);
  MPI_Request* request = malloc(2 * window * sizeof *request);
  long *in = malloc(window * sizeof *in), *out = malloc(window * sizeof *out), sum = 0;
  for (int done = 0; done < messages; done += window) {
    const int n = messages - done < window ? messages - done : window;
    for (int i = 0; i < n; i++)
      MPI_Irecv(&in[i], 1, MPI_LONG, left, i % 2, MPI_COMM_WORLD, &request[i]);
    for (int i = 0; i < n; i++) {
      out[i] = rank * 1000000L + done + i;
      MPI_Isend(&out[i], 1, MPI_LONG, right, i % 2, MPI_COMM_WORLD, &request[n + i]);
    }
    MPI_Waitall(2 * n, request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++) {
      CHECK(in[i] == left * 1000000L + done + i);
      sum += in[i];
    }
  }
  printf("rank %d: %d messages, sum %ld\n", rank, messages, sum);
  free(request);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
