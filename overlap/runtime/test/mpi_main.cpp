// SPDX-License-Identifier: Apache-2.0
// The main() of GoogleTests that call MPI.
#include <gtest/gtest.h>
#include <mpi.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
