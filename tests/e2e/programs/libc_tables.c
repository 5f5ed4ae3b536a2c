/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: libs=-lm */
/* The table of hsearch() and the sign of lgamma() are the rank's own. */
#define _GNU_SOURCE
#include <math.h>
#include <search.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  char key[32], other[32];
  snprintf(key, sizeof key, "rank %d", rank);
  snprintf(other, sizeof other, "rank %d", rank ^ 1);
  CHECK(hcreate(10));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(hsearch((ENTRY){.key = key, .data = &key}, ENTER));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(hsearch((ENTRY){.key = key}, FIND)->data == &key);
  CHECK(!hsearch((ENTRY){.key = other}, FIND));
  MPI_Barrier(MPI_COMM_WORLD);
  hdestroy();

  const volatile double x = rank % 2 ? -0.5 : 0.5; /* the gamma function is negative, positive */
  const double value = lgamma(x);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: lgamma %.6f sign %d\n", rank, value, signgam);
  const volatile float single = -x;
  const float rounded = lgammaf(single);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: lgammaf %.4f sign %d\n", rank, rounded, signgam);
  MPI_Finalize();
  return 0;
}
