/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that are put together from pieces with waiting in between never mix with other ranks'. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < 12; i++) {
    printf("rank %d: ", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < 8; k++) {
      printf("%c%d ", 'a' + k, i);
      if (k % 3 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    fputs("end", stdout);
    putchar('\n');
  }
  puts("no rank's name here");
  printf("rank %d: without a newline at the end", rank);
  fputc('\n', stdout);
  MPI_Finalize();
  return 0;
}
