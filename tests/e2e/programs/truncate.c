/* SPDX-License-Identifier: Apache-2.0 */
/* A message longer than its receive is MPI_ERR_TRUNCATE under MPI_ERRORS_RETURN; the program
 * continues. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int lengths[3] = {3, 5000, 200000};
  static int out[200000], in[200001];
  for (int k = 0; k < 3; k++) {
    MPI_Request request;
    MPI_Status status;
    int class, length;
    char text[MPI_MAX_ERROR_STRING];
    for (int i = 0; i < lengths[k]; i++) out[i] = i + 1;
    in[lengths[k] - 1] = in[lengths[k] / 2] = -7;
    MPI_Isend(out, lengths[k], MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    const int code = MPI_Recv(in, lengths[k] / 2, MPI_INT, rank, 0, MPI_COMM_WORLD, &status);
    MPI_Error_class(code, &class);
    CHECK(class == MPI_ERR_TRUNCATE);
    if (k == 0) CHECK(in[1] == -7 && in[2] == -7); /* Open MPI 4.1 overwrites when it is long */
    MPI_Error_string(code, text, &length);
    CHECK(length > 0 && length == (int)strlen(text));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("rank %d: %d ints truncated\n", rank, lengths[k]);
  }
  int value = rank;
  const int code = MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d: goes on, %d, sum %d\n", rank, code == MPI_SUCCESS, value);
  MPI_Finalize();
  return 0;
}
