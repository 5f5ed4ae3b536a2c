/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,3,4,8 reference=mpich */
/* Large messages in every way, of sizes about that from which processes of one host copy them from
 * buffer to buffer. Each rank sends to its right neighbour and receives from its left one. Open MPI
 * 4.1 writes behind the buffer of a truncated message. */
#include "check.h"

enum { MOST = (1 << 20) + 3 };
static unsigned char out[MOST], in[MOST], attached[MOST + MPI_BSEND_OVERHEAD];
static int rank, size, right, left, step;
static const MPI_Comm world = MPI_COMM_WORLD;

static unsigned char content(int i, int of) {
  return (unsigned char)(((i + 1) * 2654435761u >> 13) ^ (unsigned)(step + of));
}

/* New contents for each step: a buffer that is read too late, or used too early, shows. */
static void fill(int bytes) {
  ++step;
  for (int i = 0; i < bytes; i++) out[i] = content(i, rank);
  memset(in, 0, bytes);
}

/* The contents are those of the left neighbour in this step, and `out` may be used. */
static void check(const char* what, int bytes) {
  memset(out, 0xff, bytes);
  for (int i = 0; i < bytes; i++) CHECK(in[i] == content(i, left));
  printf("rank %d: %s, %d bytes: %lx\n", rank, what, bytes, hash_bytes(in, bytes));
}

static void nonblocking(int bytes, int is_late) {
  MPI_Request requests[2];
  fill(bytes);
  MPI_Isend(out, bytes, MPI_BYTE, right, 1, world, &requests[0]);
  if (is_late) MPI_Barrier(world);
  MPI_Irecv(in, bytes, MPI_BYTE, left, 1, world, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  check(is_late ? "late" : "nonblocking", bytes);
}

static void synchronous(int bytes) {
  MPI_Request request;
  fill(bytes);
  MPI_Irecv(in, bytes, MPI_BYTE, left, 2, world, &request);
  MPI_Ssend(out, bytes, MPI_BYTE, right, 2, world);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check("synchronous", bytes);
}

static void buffered(int bytes) {
  fill(bytes);
  MPI_Bsend(out, bytes, MPI_BYTE, right, 3, world);
  memset(out, 0xff, bytes);
  MPI_Recv(in, bytes, MPI_BYTE, left, 3, world, MPI_STATUS_IGNORE);
  check("buffered", bytes);
}

static void persistent(int bytes) {
  MPI_Request requests[2];
  MPI_Send_init(out, bytes, MPI_BYTE, right, 4, world, &requests[0]);
  MPI_Recv_init(in, bytes, MPI_BYTE, left, 4, world, &requests[1]);
  for (int i = 0; i < 3; i++) {
    fill(bytes);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check("persistent", bytes);
  }
  for (int i = 0; i < 2; i++) MPI_Request_free(&requests[i]);
}

/* Every second block of the buffer, at one side or at both. */
static void strided(int bytes, int at_sender, int at_receiver) {
  static unsigned char wide[2 * MOST];
  const int block = 1000, blocks = bytes / block;
  MPI_Datatype every_second;
  MPI_Type_vector(blocks, block, 2 * block, MPI_BYTE, &every_second);
  MPI_Type_commit(&every_second);
  fill(bytes = blocks * block);
  unsigned char* const from = at_sender ? malloc(2 * bytes) : out;
  for (int i = 0; i < bytes && at_sender; i++) from[i / block * 2 * block + i % block] = out[i];
  memset(wide, 0, sizeof wide);
  MPI_Request request;
  MPI_Irecv(at_receiver ? wide : in, at_receiver ? 1 : bytes, at_receiver ? every_second : MPI_BYTE,
            left, 5, world, &request);
  MPI_Send(from, at_sender ? 1 : bytes, at_sender ? every_second : MPI_BYTE, right, 5, world);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < bytes && at_receiver; i++) in[i] = wide[i / block * 2 * block + i % block];
  if (at_sender) free(from);
  MPI_Type_free(&every_second);
  check("strided", bytes);
}

static void probed(int bytes, int is_matched) {
  MPI_Request request;
  MPI_Status status;
  MPI_Message message;
  int count;
  fill(bytes);
  MPI_Isend(out, bytes, MPI_BYTE, right, 6, world, &request);
  if (is_matched)
    MPI_Mprobe(MPI_ANY_SOURCE, 6, world, &message, &status);
  else
    MPI_Probe(MPI_ANY_SOURCE, 6, world, &status);
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK(count == bytes && status.MPI_SOURCE == left);
  if (is_matched)
    MPI_Mrecv(in, count, MPI_BYTE, &message, &status);
  else
    MPI_Recv(in, count, MPI_BYTE, left, 6, world, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check(is_matched ? "matched" : "probed", bytes);
}

/* A receive that is cancelled leaves the message to the next one. */
static void cancelled(int bytes) {
  static unsigned char unused[MOST];
  MPI_Request requests[2];
  MPI_Status status;
  int is_cancelled;
  fill(bytes);
  MPI_Irecv(unused, bytes, MPI_BYTE, left, 7, world, &requests[0]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], &status);
  MPI_Test_cancelled(&status, &is_cancelled);
  CHECK(is_cancelled);
  MPI_Barrier(world);
  MPI_Isend(out, bytes, MPI_BYTE, right, 7, world, &requests[1]);
  MPI_Recv(in, bytes, MPI_BYTE, left, 7, world, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  for (int i = 0; i < bytes; i++) CHECK(unused[i] == 0);
  check("after a cancelled receive", bytes);
}

/* A message that is larger than its buffer, which ends where it did. */
static void truncated(int bytes) {
  MPI_Request request;
  int code, class;
  fill(bytes);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Irecv(in, bytes / 2, MPI_BYTE, left, 8, world, &request);
  MPI_Send(out, bytes, MPI_BYTE, right, 8, world);
  code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Error_class(code, &class);
  CHECK(class == MPI_ERR_TRUNCATE);
  for (int i = bytes / 2; i < bytes; i++) CHECK(in[i] == 0);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_ARE_FATAL);
  MPI_Barrier(world);
}

/* The send's request is given up before the receiver has read. */
static void freed(int bytes) {
  MPI_Request request;
  fill(bytes);
  MPI_Isend(out, bytes, MPI_BYTE, right, 9, world, &request);
  MPI_Request_free(&request);
  MPI_Barrier(world);
  MPI_Recv(in, bytes, MPI_BYTE, left, 9, world, MPI_STATUS_IGNORE);
  MPI_Barrier(world);
  check("freed", bytes);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank(), size = world_size();
  right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Buffer_attach(attached, sizeof attached);
  const int sizes[] = {65535, 65536, 65537, MOST};
  for (int i = 0; i < 4; i++) {
    nonblocking(sizes[i], 0);
    nonblocking(sizes[i], 1);
    synchronous(sizes[i]);
    buffered(sizes[i]);
    persistent(sizes[i]);
    for (int sides = 1; sides < 4; sides++) strided(sizes[i], sides & 1, sides & 2);
    probed(sizes[i], 0);
    probed(sizes[i], 1);
    cancelled(sizes[i]);
    truncated(sizes[i]);
    freed(sizes[i]);
  }
  void* buffer;
  int bytes;
  MPI_Buffer_detach(&buffer, &bytes);
  MPI_Finalize();
  return 0;
}
