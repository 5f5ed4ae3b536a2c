/* SPDX-License-Identifier: Apache-2.0 */
/* The four send modes, blocking and nonblocking, small and large. */
#include "check.h"

enum { SMALL = 3, LARGE = 50000 };

static int right, left, rank;

static void exchange(const char* name, int nonblocking,
                     int (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm),
                     int (*isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm,
                                  MPI_Request*)) {
  static int out[LARGE], in[LARGE];
  for (int n = SMALL; n <= LARGE; n += LARGE - SMALL) {
    MPI_Request receive, sent;
    MPI_Status status;
    int count;
    for (int i = 0; i < n; i++) out[i] = rank * 7 + i;
    MPI_Irecv(in, LARGE, MPI_INT, left, n, MPI_COMM_WORLD, &receive);
    MPI_Barrier(MPI_COMM_WORLD); /* a ready send needs its receive */
    if (nonblocking) {
      isend(out, n, MPI_INT, right, n, MPI_COMM_WORLD, &sent);
      MPI_Wait(&sent, MPI_STATUS_IGNORE);
    } else {
      send(out, n, MPI_INT, right, n, MPI_COMM_WORLD);
    }
    MPI_Wait(&receive, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == n && in[0] == left * 7 && in[n - 1] == left * 7 + n - 1);
    printf("rank %d: %s %d: %lx\n", rank, name, n, hash_bytes(in, n * sizeof *in));
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  right = (rank + 1) % world_size();
  left = (rank + world_size() - 1) % world_size();
  const int bytes = 2 * (LARGE * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
  void* buffer = malloc(bytes);
  MPI_Buffer_attach(buffer, bytes);
  exchange("Send", 0, MPI_Send, MPI_Isend);
  exchange("Isend", 1, MPI_Send, MPI_Isend);
  exchange("Bsend", 0, MPI_Bsend, MPI_Ibsend);
  exchange("Ibsend", 1, MPI_Bsend, MPI_Ibsend);
  exchange("Ssend", 0, MPI_Ssend, MPI_Issend);
  exchange("Issend", 1, MPI_Ssend, MPI_Issend);
  exchange("Rsend", 0, MPI_Rsend, MPI_Irsend);
  exchange("Irsend", 1, MPI_Rsend, MPI_Irsend);
  void* detached;
  int size;
  MPI_Buffer_detach(&detached, &size);
  CHECK(detached == buffer && size == bytes);
  free(buffer);

  /* A synchronous send is not complete before its receive has started. */
  if (world_size() > 1 && rank < 2) {
    int value = 5, flag = 1;
    MPI_Request request;
    if (rank == 0) {
      MPI_Issend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
      MPI_Sendrecv(NULL, 0, MPI_INT, 1, 4, NULL, 0, MPI_INT, 1, 4, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      CHECK(!flag);
      MPI_Send(NULL, 0, MPI_INT, 1, 5, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Sendrecv(NULL, 0, MPI_INT, 0, 4, NULL, 0, MPI_INT, 0, 4, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      MPI_Recv(NULL, 0, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("rank %d: synchronous\n", rank);
  }
  MPI_Finalize();
  return 0;
}
