/* SPDX-License-Identifier: Apache-2.0 */
/* All ranks poll, for lists of requests, matched messages and collectives. */
/* fault: exit=0 env=BAMBOO_DEADLOCK_SECONDS=1 */
/* stderr: warning: this may be a deadlock: for 1 s */
/* stderr: rank 0 polls with MPI_Testsome to receive from rank 3, tag 5, .* at .*only\.c:\d+ */
/* stderr: rank 1 polls with MPI_Testall to receive from any rank, tag 42, .* at .*only\.c:\d+ */
/* stderr: rank 2 polls with MPI_Improbe for a message from rank 0, any tag at .*only\.c:\d+ */
/* stderr: rank 3 polls with MPI_Test for MPI_Ibarrier.*which needs rank .* at .*only\.c:\d+ */
#include "../programs/check.h"
#include "../programs/seen_stderr.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int in[2], done = 0, which[2];
  MPI_Request requests[2], barrier;
  if (rank == 0) keep_stderr();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in[i], 1, MPI_INT, 3, 5 + i, MPI_COMM_WORLD, &requests[i]);
    while (!done && !seen_stderr("rank 3 polls"))
      MPI_Testsome(2, requests, &done, which, MPI_STATUSES_IGNORE);
    CHECK(!done);
    MPI_Send(&rank, 1, MPI_INT, 1, 42, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 42, MPI_COMM_WORLD, requests);
    requests[1] = MPI_REQUEST_NULL;
    while (!done) MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
  } else if (rank == 2) {
    MPI_Message message;
    while (!done) MPI_Improbe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &done, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  }
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  for (done = 0; !done;) MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
  if (rank == 3)
    for (int i = 0; i < 2; i++) MPI_Send(in, 1, MPI_INT, 0, 5 + i, MPI_COMM_WORLD);
  if (rank == 0) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
