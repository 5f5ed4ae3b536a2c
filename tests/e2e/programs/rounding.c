/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: libs=-lm flags=-frounding-math */
/* The floating-point environment is per rank and survives waiting. */
#include <fenv.h>

#include "check.h"

int main(int argc, char** argv) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  CHECK(fegetround() == FE_TONEAREST);
  fesetround(modes[rank % 4]);
  volatile double sum = 0, tenth = 0.1;
  for (int i = 0; i < 50; i++) {
    for (int k = 0; k < 100; k++) sum += tenth;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(fegetround() == modes[rank % 4]);
  }
  volatile float single = 1.0f / 3;
  for (int k = 0; k < 100; k++) single *= 1.01f;
  printf("rank %d: %a %a\n", rank, sum, single);
  fesetround(FE_TONEAREST);
  MPI_Finalize();
  return 0;
}
