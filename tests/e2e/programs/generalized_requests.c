/* SPDX-License-Identifier: Apache-2.0 */
/* Generalized requests: the program completes them, and waits for them beside MPI's own. Checks
 * which functions of the program are called, and the statuses. */
#include "check.h"

static char calls[64];

static void note(char what) {
  const size_t n = strlen(calls);
  CHECK(n + 1 < sizeof calls);
  calls[n] = what;
  calls[n + 1] = '\0';
}

static void said(const char* expected) {
  if (strcmp(calls, expected)) fprintf(stderr, "%s, not %s\n", calls, expected);
  CHECK(!strcmp(calls, expected));
  calls[0] = '\0';
}

static int query(void* extra, MPI_Status* status) {
  note('q');
  MPI_Status_set_elements(status, MPI_INT, *(int*)extra);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 3;
  status->MPI_TAG = 4;
  return MPI_SUCCESS;
}

static int release(void* extra) {
  (void)extra;
  note('f');
  return MPI_SUCCESS;
}

static int cancel(void* extra, int complete) {
  (void)extra;
  note(complete ? 'C' : 'c');
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Request request, all[3];
  MPI_Status status, statuses[3];
  int elements = 7, flag = 0, count = 0, index, in = -1;
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();

  MPI_Grequest_start(query, release, cancel, &elements, &request);
  MPI_Test(&request, &flag, &status);
  CHECK(!flag && request != MPI_REQUEST_NULL);
  said("");
  MPI_Grequest_complete(request);
  said("");
  MPI_Request_get_status(request, &flag, &status);
  CHECK(flag && status.MPI_SOURCE == 3);
  said("q");
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(request == MPI_REQUEST_NULL && count == 7 && status.MPI_SOURCE == 3 && status.MPI_TAG == 4);
  said("qf");

  MPI_Grequest_start(query, release, cancel, &elements, &request);
  MPI_Cancel(&request);
  said("c");
  MPI_Grequest_complete(request);
  MPI_Cancel(&request);
  said("C");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  said("qf");

  /* Freed when the operation is complete. */
  MPI_Grequest_start(query, release, cancel, &elements, &request);
  MPI_Grequest_complete(request);
  MPI_Request_free(&request);
  CHECK(request == MPI_REQUEST_NULL);
  said("f");

  /* It is waited for together with a message. */
  MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &all[0]);
  MPI_Grequest_start(query, release, cancel, &elements, &all[1]);
  all[2] = MPI_REQUEST_NULL;
  MPI_Testany(3, all, &index, &flag, &status);
  CHECK(!flag);
  MPI_Grequest_complete(all[1]);
  MPI_Waitany(3, all, &index, &status);
  CHECK(index == 1 && status.MPI_TAG == 4);
  said("qf");
  MPI_Barrier(MPI_COMM_WORLD); /* until here no rank has sent */
  MPI_Grequest_start(query, release, cancel, &elements, &all[1]);
  MPI_Grequest_complete(all[1]);
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Waitall(3, all, statuses);
  CHECK(in == (rank + size - 1) % size && statuses[0].MPI_SOURCE == in);
  CHECK(statuses[1].MPI_SOURCE == 3 && statuses[2].MPI_SOURCE == MPI_ANY_SOURCE);
  said("qf");
  printf("rank %d: from %d\n", rank, in);
  MPI_Finalize();
  return 0;
}
