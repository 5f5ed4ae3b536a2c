/* SPDX-License-Identifier: Apache-2.0 */
/* A generalized request that the program never completes: no rank can run any more. */
/* fault: exit=nonzero */
/* stderr: waits in MPI_Wait for the program's call of MPI_Grequest_complete */
/* stderr: generalized_never_complete\.c:26 */
#include "../programs/check.h"

static int query(void* extra, MPI_Status* status) {
  (void)extra;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  return MPI_SUCCESS;
}
static int release(void* extra) {
  (void)extra;
  return MPI_SUCCESS;
}
static int cancel(void* extra, int complete) {
  return extra != NULL && complete;
}

int main(int argc, char** argv) {
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
