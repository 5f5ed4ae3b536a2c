/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* When MPI_Finalize returns, every operation that was started and freed has ended: the program may reuse its memory.
 * The receivers receive when the senders have nothing else to do. */
#include <string.h>
#include <unistd.h>

#include "../programs/check.h"

enum { COUNT = 1000000 };

static int rank, size;

static void send_and_forget(int* values) {
  MPI_Request request;
  for (int i = 0; i < COUNT; i++) values[i] = rank + i;
  MPI_Isend(values, COUNT, MPI_INT, rank + 1, 0, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  CHECK(request == MPI_REQUEST_NULL);
}

static void receive_late(int* values) {
  usleep(200000);
  MPI_Recv(values, COUNT, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < COUNT; i++) CHECK(values[i] == rank - 1 + i);
  printf("rank %d: %lx\n", rank, hash_bytes(values, COUNT * sizeof *values));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  int* values = malloc(COUNT * sizeof *values);
  if (rank % 2)
    receive_late(values);
  else if (rank + 1 < size)
    send_and_forget(values);
  MPI_Finalize();
  memset(values, -1, COUNT * sizeof *values);
  free(values);
  return 0;
}
