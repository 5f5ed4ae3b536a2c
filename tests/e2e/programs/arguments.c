/* SPDX-License-Identifier: Apache-2.0 */
/* e2e-args: one "two words" "" --three=3 "quote'd" -x */
/* e2e-args: */
/* argv is complete, and each rank may write into its own copy; MPI_Init takes NULL. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(NULL, NULL);
  const int rank = world_rank();
  for (int i = 1; i < argc; i++) {
    printf("rank %d: argument %d '%s'\n", rank, i, argv[i]);
    if (argv[i][0]) argv[i][0] = (char)('A' + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!argv[i][0] || argv[i][0] == 'A' + rank);
  }
  CHECK(argv[argc] == NULL);
  printf("rank %d: %d arguments, %s\n", rank, argc - 1,
         strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0]);
  MPI_Finalize();
  return 0;
}
