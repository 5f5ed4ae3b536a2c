/* SPDX-License-Identifier: Apache-2.0 */
/* A broadcast in parts, which is mostly done where the program waits. */
/* fault: exit=0 */
/* stderr: warning: rank [0-3]: MPI_Ibcast \(at .*collective_elements_nonblocking\.c:13\) receives
 * elements of type MPI_(INT|DOUBLE), but rank [0-3] sends elements of type MPI_(INT|DOUBLE) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int doubles = 100000, is_other = world_rank() == 1;
  MPI_Request request;
  double* values = calloc(doubles, sizeof *values);
  MPI_Ibcast(values, is_other ? 2 * doubles : doubles, is_other ? MPI_INT : MPI_DOUBLE, 3,
             MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  free(values);
  MPI_Finalize();
  return 0;
}
