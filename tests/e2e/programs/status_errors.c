/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: reference=openmpi */
/* MPI_ERROR of a status: only functions with several statuses set it, and only when one of their requests fails; outcount
 * counts the failed ones as well. Every rank sends to itself before it receives: with one process
 * plain MPICH waits there for ever, which MPI allows. */
#include "check.h"

enum { UNTOUCHED = 77 };

static int rank;
static int out[4], in[4];
static MPI_Status statuses[3];

static int class_of(int code) {
  int result;
  MPI_Error_class(code, &result);
  return result;
}

static void mark(void) {
  for (int i = 0; i < 3; i++) statuses[i].MPI_ERROR = UNTOUCHED;
}

/* A request for a message of this rank to itself; it fails when less is expected than is sent. */
static MPI_Request receive_of(int count, int sent) {
  MPI_Request request;
  MPI_Send(out, sent, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Irecv(in, count, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
  return request;
}

static void one_status(void) {
  MPI_Request request[2] = {receive_of(4, 4), MPI_REQUEST_NULL};
  int index, flag;
  mark();
  MPI_Wait(&request[0], &statuses[0]);
  CHECK(statuses[0].MPI_ERROR == UNTOUCHED && statuses[0].MPI_SOURCE == rank);
  request[0] = receive_of(4, 4);
  MPI_Waitany(2, request, &index, &statuses[0]);
  CHECK(index == 0 && statuses[0].MPI_ERROR == UNTOUCHED);
  request[0] = receive_of(4, 4);
  do MPI_Test(&request[0], &flag, &statuses[0]);
  while (!flag);
  CHECK(statuses[0].MPI_ERROR == UNTOUCHED);
  MPI_Sendrecv(out, 1, MPI_INT, rank, 1, in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &statuses[0]);
  CHECK(statuses[0].MPI_ERROR == UNTOUCHED && statuses[0].MPI_TAG == 1);
  MPI_Isend(out, 4, MPI_INT, rank, 0, MPI_COMM_WORLD, &request[0]);
  CHECK(class_of(MPI_Recv(in, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &statuses[0])) == MPI_ERR_TRUNCATE);
  CHECK(statuses[0].MPI_ERROR == UNTOUCHED);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
}

static void several_statuses(void) {
  int outcount = -1, indices[2] = {-1, -1}, code;
  MPI_Request request[2] = {receive_of(1, 4), MPI_REQUEST_NULL};
  mark();
  CHECK(class_of(MPI_Waitsome(2, request, &outcount, indices, statuses)) == MPI_ERR_IN_STATUS);
  CHECK(outcount == 1 && indices[0] == 0 && class_of(statuses[0].MPI_ERROR) == MPI_ERR_TRUNCATE);
  CHECK(request[0] == MPI_REQUEST_NULL && statuses[1].MPI_ERROR == UNTOUCHED);
  request[0] = receive_of(1, 4);
  do code = MPI_Testsome(1, request, &outcount, indices, statuses);
  while (code == MPI_SUCCESS && outcount == 0);
  CHECK(class_of(code) == MPI_ERR_IN_STATUS && outcount == 1 && indices[0] == 0);
  request[0] = receive_of(4, 4);
  request[1] = receive_of(1, 4);
  MPI_Barrier(MPI_COMM_WORLD);
  mark();
  CHECK(class_of(MPI_Waitall(2, request, statuses)) == MPI_ERR_IN_STATUS);
  CHECK(class_of(statuses[1].MPI_ERROR) == MPI_ERR_TRUNCATE && statuses[0].MPI_ERROR != UNTOUCHED);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  one_status();
  several_statuses();
  printf("rank %d: done\n", rank);
  MPI_Finalize();
  return 0;
}
