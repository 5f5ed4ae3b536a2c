/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* stderr: warning: rank [0-3]: MPI_Bcast \(at .*collective_elements\.c:11\) receives elements of
 * type MPI_(INT|FLOAT), but rank [0-3] sends elements of type MPI_(INT|FLOAT) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int numbers[100] = {0};
  const MPI_Datatype type = world_rank() == 2 ? MPI_FLOAT : MPI_INT;
  MPI_Bcast(numbers, 100, type, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
