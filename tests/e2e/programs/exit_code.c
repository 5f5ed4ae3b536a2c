/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: exit=5 quiet */
/* e2e-args: return */
/* e2e-args: exit */
/* The program's exit code is the job's: main's return, exit() after MPI_Finalize. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (argc > 1 && strcmp(argv[1], "exit") == 0) exit(5);
  return 5;
}
