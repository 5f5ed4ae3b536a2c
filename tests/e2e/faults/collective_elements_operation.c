/* SPDX-License-Identifier: Apache-2.0 */
/* The program's own operation beside MPI's, which alone is no fault. */
/* fault: exit=0 */
/* stderr: warning: rank [0-3]: MPI_Allreduce \(at .*collective_elements_operation\.c:20\) receives
 * elements of type MPI_(INT|FLOAT), but rank [0-3] sends elements of type MPI_(INT|FLOAT) */
/* not-stderr: operation\.c:18 */
#include "../programs/check.h"

static void nothing(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)in, (void)inout, (void)count, (void)type;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Op own;
  MPI_Op_create(nothing, 1, &own);
  int in[2] = {0}, out[2], other = world_rank() == 2;
  MPI_Allreduce(in, out, 2, MPI_INT, other ? own : MPI_SUM, MPI_COMM_WORLD);
  /* It is an error with other types as well: */
  MPI_Allreduce(in, out, 2, other ? MPI_FLOAT : MPI_INT, other ? own : MPI_SUM, MPI_COMM_WORLD);
  MPI_Op_free(&own);
  MPI_Finalize();
  return 0;
}
