/* SPDX-License-Identifier: Apache-2.0 */
/* If nothing but polls can run, there is a warning. A rank with another reason to stop polling
 * continues. */
/* fault: exit=0 */
/* stderr: warning: this may be a deadlock */
/* stderr: rank 0 polls with MPI_Testany to receive from rank 3, tag 5,.* at .*polls_without_progress\.c:\d+
 */
/* stderr: rank 1 polls with MPI_Test to receive from rank 0, tag 42, MPI_COMM_WORLD at
 * .*polls_without_progress\.c:\d+ */
/* stderr: rank 2 polls with MPI_Iprobe for a message from any rank, tag 7 at .*polls_without_progress\.c:\d+
 */
/* stderr: rank 3 waits in MPI_Recv to receive from rank 2, tag 9, MPI_COMM_WORLD at
 * .*polls_without_progress\.c:\d+ */
/* not-stderr: no task can */
#include <unistd.h>

#include "../programs/check.h"
#include "../programs/seen_stderr.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int in[2], done = 0, which;
  MPI_Request requests[2];
  if (rank == 0) keep_stderr();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&in[i], 1, MPI_INT, 3, 5 + i, MPI_COMM_WORLD, &requests[i]);
    while (!done && !seen_stderr("rank 3 waits")) {
      usleep(500);
      MPI_Testany(2, requests, &which, &done, MPI_STATUS_IGNORE);
    }
    CHECK(!done);
    MPI_Send(&rank, 1, MPI_INT, 1, 42, MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 2, 7, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else if (rank == 1) {
    MPI_Irecv(in, 1, MPI_INT, 0, 42, MPI_COMM_WORLD, requests);
    while (!done) MPI_Test(requests, &done, MPI_STATUS_IGNORE);
  } else if (rank == 2) {
    while (!done) {
      MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
    }
    MPI_Recv(in, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(in, 1, MPI_INT, 3, 9, MPI_COMM_WORLD);
  } else {
    MPI_Recv(in, 1, MPI_INT, 2, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; i++) MPI_Send(in, 1, MPI_INT, 0, 5 + i, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
