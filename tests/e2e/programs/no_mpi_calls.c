/* SPDX-License-Identifier: Apache-2.0 */
/* A program that only begins and ends; one that prints before MPI_Init and after MPI_Finalize. */
#include "check.h"

static void before(void) __attribute__((constructor));
static int constructed;
static void before(void) {
  constructed++;
}

int main(int argc, char** argv) {
  printf("before MPI_Init, %d arguments, constructed %d times\n", argc - 1, constructed);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  printf("after MPI_Finalize\n");
  return 0;
}
