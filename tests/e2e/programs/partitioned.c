/* SPDX-License-Identifier: Apache-2.0 */
/* Partitioned communication around a ring: partitions that become ready in any order, other ones on
 * the receiving side, types with holes, several rounds of several requests of one tag. */
#include "check.h"

#ifndef BAMBOO_MPI_H /* Open MPI 4.1 lacks it: whole messages say the same */
static int MPI_Psend_init_(const void* buf, int partitions, int count, MPI_Datatype type, int dest,
                           int tag, MPI_Comm comm, MPI_Request* request) {
  return MPI_Send_init(buf, partitions * count, type, dest, tag, comm, request);
}
#define MPI_Psend_init(buf, partitions, count, type, dest, tag, comm, info, request) \
  MPI_Psend_init_(buf, partitions, count, type, dest, tag, comm, request)
#define MPI_Precv_init(buf, partitions, count, type, source, tag, comm, info, request) \
  MPI_Recv_init(buf, (partitions) * (count), type, source, tag, comm, request)
#define MPI_Pready(partition, request) ((void)(partition), (void)(request))
#define MPI_Pready_range(low, high, request) ((void)(low), (void)(high), (void)(request))
#define MPI_Parrived(request, partition, flag) ((void)(request), *(flag) = 0)
#define WHOLE 1
#else
#define WHOLE 0
#endif

enum { parts = 12, length = 600 };
static int rank, size, right, left;

static int value(int of, int round, int i) {
  return of * 1000003 + round * 7919 + i;
}

/* Plain messages are sent when they are started, so their data comes first. */
static void start_send(MPI_Request* request, int* data, int round) {
  if (!WHOLE) MPI_Start(request);
  for (int p = 0; p < parts; p++) {
    const int part = (5 * p + round + rank) % parts; /* 5 and 12 have no divisor in common */
    for (int i = part * length; i < (part + 1) * length; i++) data[i] = value(rank, round, i);
    MPI_Pready(part, *request);
  }
  if (WHOLE) MPI_Start(request);
}

static void rounds(int receive_parts) {
  static int out[parts * length], in[parts * length];
  MPI_Request send, receive;
  MPI_Psend_init(out, parts, length, MPI_INT, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(in, receive_parts, parts * length / receive_parts, MPI_INT, left, 1,
                 MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  for (int round = 0; round < 4; round++) {
    MPI_Start(&receive);
    start_send(&send, out, round);
    for (int p = 0; p < receive_parts && !WHOLE; p++) {
      int flag = 0;
      while (!flag) MPI_Parrived(receive, p, &flag);
      const int block = parts * length / receive_parts;
      for (int i = p * block; i < (p + 1) * block; i++) CHECK(in[i] == value(left, round, i));
    }
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    for (int i = 0; i < parts * length; i++) CHECK(in[i] == value(left, round, i));
  }
  printf("rank %d: %d parts, %lx\n", rank, receive_parts, hash_bytes(in, sizeof in));
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
}

/* Sends pairs and receives triples with holes: no boundary fits another one. */
static void with_types(void) {
  int out[2 * parts], in[4 * 2 * parts / 3];
  MPI_Datatype triple, spaced;
  MPI_Request send, receive;
  MPI_Type_contiguous(3, MPI_INT, &triple);
  MPI_Type_create_resized(triple, 0, 4 * sizeof(int), &spaced);
  MPI_Type_commit(&spaced);
  for (int i = 0; i < 2 * parts; i++) out[i] = value(rank, 9, i);
  for (int i = 0; i < 4 * 2 * parts / 3; i++) in[i] = -1;
  MPI_Psend_init(out, parts, 2, MPI_INT, right, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(in, 4, 2 * parts / 3 / 4, spaced, left, 2, MPI_COMM_WORLD, MPI_INFO_NULL,
                 &receive);
  MPI_Start(&send);
  MPI_Start(&receive);
  MPI_Pready_range(parts / 2, parts - 1, send);
  MPI_Pready_range(0, parts / 2 - 1, send);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4 * 2 * parts / 3; i++)
    CHECK(in[i] == (i % 4 == 3 ? -1 : value(left, 9, i / 4 * 3 + i % 4)));
  printf("rank %d: triples, %lx\n", rank, hash_bytes(in, sizeof in));
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
  MPI_Type_free(&triple);
  MPI_Type_free(&spaced);
}

/* Requests of one tag meet in the order in which they were made, however they are started; messages
 * of the same tag are others. */
static void in_order(void) {
  int out[2][4], in[2][4], plain = rank, got = -1;
  MPI_Request sends[2], receives[2], message;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 4; i++) out[k][i] = value(rank, k, i);
    MPI_Psend_init(out[k], 2, 2, MPI_INT, right, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &sends[k]);
    MPI_Precv_init(in[k], 1, 4, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receives[k]);
  }
  MPI_Isend(&plain, 1, MPI_INT, right, 4, MPI_COMM_WORLD, &message);
  for (int n = 0; n < 2; n++) {
    const int k = WHOLE ? n : 1 - n; /* whole messages meet in the order of their starts */
    MPI_Start(&receives[k]);
    MPI_Start(&sends[k]);
    MPI_Pready_range(0, 1, sends[k]);
  }
  if (!WHOLE) MPI_Recv(&got, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  if (WHOLE) MPI_Recv(&got, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Wait(&message, MPI_STATUS_IGNORE);
  CHECK(got == left);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 4; i++) CHECK(in[k][i] == value(left, k, i));
  printf("rank %d: in order\n", rank);
  for (int k = 0; k < 2; k++) {
    MPI_Request_free(&sends[k]);
    MPI_Request_free(&receives[k]);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  rounds(parts);
  rounds(1);
  rounds(8);
  with_types();
  in_order();
  MPI_Finalize();
  return 0;
}
