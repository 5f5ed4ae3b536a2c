/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero env=BAMBOO_STACK_SIZE=256K */
/* stderr: rank 2\b */
/* stderr: (?i)stack */
/* stderr: BAMBOO_STACK_SIZE */
#include "../programs/check.h"

static int deeper(int depth) {
  volatile char frame[2000];
  frame[depth % 2000] = (char)depth;
  const int below = depth < 1000000 ? deeper(depth + 1) : 0;
  return below + frame[depth % 2000];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (world_rank() == 2) printf("%d\n", deeper(0));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
