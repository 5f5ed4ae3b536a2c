/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3]\b.*MPI_Allreduce.*called by the program's reduction function, in which MPI allows no communication */
/* stderr: send_in_reduction\.c:11 */
#include "../programs/check.h"

static void add_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  int all = 0;
  (void)type;
  for (int i = 0; i < *count; i++) ((int*)inout)[i] += ((int*)in)[i];
  MPI_Allreduce(in, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int one = 1, sum;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Op_create(add_all, 1, &op);
  MPI_Reduce(&one, &sum, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
