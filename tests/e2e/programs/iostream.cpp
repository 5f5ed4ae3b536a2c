// SPDX-License-Identifier: Apache-2.0
// std::cout from every rank: lines are whole, formats and flags included.
#include <iomanip>
#include <iostream>
#include <sstream>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < 3; i++) {
    std::ostringstream line;
    line << "rank " << rank << ": line " << i << ", " << std::fixed << std::setprecision(3)
         << rank / 7.0 << ", " << std::hex << std::showbase << rank * 16 + i << std::dec;
    std::cout << line.str() << std::endl;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  std::cout << "rank " << rank << ": the last line has no flush\n";
  MPI_Finalize();
}
