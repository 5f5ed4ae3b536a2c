/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Improbe and MPI_Imrecv, queries of requests that do not complete them, and statuses that
 * the program itself fills in. */
#include "check.h"

static int rank, size, right, left;

static void matched(void) {
  int out[1000], in[1000], flag = 0, count;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Request sends[3], receive;
  MPI_Status status;
  for (int i = 0; i < 1000; i++) out[i] = rank * 1000 + i;
  MPI_Improbe(left, 5, MPI_COMM_WORLD, &flag, &message, &status);
  CHECK(!flag && message == MPI_MESSAGE_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int n = 0; n < 3; n++) /* of one tag, so that their order counts */
    MPI_Isend(out, 10 + 300 * n, MPI_INT, right, 5, MPI_COMM_WORLD, &sends[n]);
  for (int n = 0; n < 3; n++) {
    flag = 0;
    while (!flag)
      MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 5 && message != MPI_MESSAGE_NULL);
    MPI_Imrecv(in, count, MPI_INT, &message, &receive);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Wait(&receive, &status);
    printf("rank %d: message %d: %d ints from %d, %lx\n", rank, n, count, status.MPI_SOURCE,
           hash_bytes(in, count * sizeof *in));
  }
  MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
}

/* No other call finds a message that a matched probe took out: it finds the next one. */
static void taken_out(void) {
  int value[2], first, second, flag;
  MPI_Message message;
  MPI_Request sends[2], receive;
  for (int n = 0; n < 2; n++) {
    value[n] = 10 * rank + n;
    MPI_Isend(&value[n], 1, MPI_INT, right, 6, MPI_COMM_WORLD, &sends[n]);
  }
  do MPI_Improbe(left, 6, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  while (!flag);
  MPI_Recv(&second, 1, MPI_INT, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Imrecv(&first, 1, MPI_INT, &message, &receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  printf("rank %d: first %d, second %d\n", rank, first, second);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

static void from_no_rank(void) {
  int flag = 0, value = 42, count = -1;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Request receive;
  MPI_Status status;
  MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &message, &status);
  CHECK(flag && message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Imrecv(&value, 1, MPI_INT, &message, &receive);
  MPI_Wait(&receive, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(message == MPI_MESSAGE_NULL && value == 42 && count == 0);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
}

/* Any number of queries leaves the request as it is. */
static void look_at_requests(void) {
  int in[4] = {0}, out[4] = {rank, 1, 2, 3}, flag = 1, count, looks = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Status status;
  MPI_Request_get_status(receive, &flag, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(flag && count == 0 && status.MPI_SOURCE == MPI_ANY_SOURCE);

  MPI_Irecv(in, 4, MPI_INT, left, 7, MPI_COMM_WORLD, &receive);
  MPI_Request_get_status(receive, &flag, &status);
  CHECK(!flag);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(out, 3, MPI_INT, right, 7, MPI_COMM_WORLD);
  for (flag = 0; looks < 2; looks += flag) {
    MPI_Request_get_status(receive, &flag, looks ? MPI_STATUS_IGNORE : &status);
    CHECK(receive != MPI_REQUEST_NULL);
  }
  MPI_Get_count(&status, MPI_INT, &count);
  printf("rank %d: %d ints from %d, tag %d: %d\n", rank, count, status.MPI_SOURCE, status.MPI_TAG,
         in[0]);
  MPI_Wait(&receive, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(receive == MPI_REQUEST_NULL && count == 3 && status.MPI_TAG == 7);

  MPI_Recv_init(in, 4, MPI_INT, left, 8, MPI_COMM_WORLD, &receive);
  MPI_Request_get_status(receive, &flag, &status); /* not started */
  CHECK(flag);
  MPI_Request_free(&receive);
}

static void own_statuses(void) {
  MPI_Status status;
  int count, elements, flag;
  MPI_Count many;
  memset(&status, 0, sizeof status);
  MPI_Status_set_elements(&status, MPI_DOUBLE, 5);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Get_elements(&status, MPI_DOUBLE, &elements);
  CHECK(count == 5 && elements == 5);
  MPI_Status_set_elements_x(&status, MPI_BYTE, (MPI_Count)3 << 31);
  MPI_Get_elements_x(&status, MPI_BYTE, &many);
  MPI_Get_elements(&status, MPI_BYTE, &elements);
  printf("rank %d: %ld bytes, too many for an int: %d\n", rank, (long)many,
         elements == MPI_UNDEFINED);
  for (int n = 1; n >= 0; n--) {
    MPI_Status_set_cancelled(&status, n);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag == n);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  matched();
  MPI_Barrier(MPI_COMM_WORLD);
  taken_out();
  from_no_rank();
  look_at_requests();
  own_statuses();
  MPI_Finalize();
  return 0;
}
