// SPDX-License-Identifier: Apache-2.0
// e2e: ranks=1,2,4,8
// e2e-input: 12 apples
// e2e-input: a whole line
// e2e-input: the rest
// std::cin of the first rank; see input.c.
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "check.h"

static bool is_beside_another() {
  std::vector<int> pids(world_size());
  int mine = static_cast<int>(getpid());
  MPI_Allgather(&mine, 1, MPI_INT, pids.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < world_rank(); i++)
    if (pids[i] == mine) return true;
  return false;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool beside = is_beside_another();
  std::string text;
  if (beside) {
    std::wstring wide;
    if (world_rank() % 2 == 0)
      CHECK(!(std::cin >> text) && std::cin.eof());
    else
      CHECK(!std::getline(std::wcin, wide) && std::wcin.eof());
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) {
    int number;
    CHECK(std::cin >> number >> text);
    std::cout << "rank 0: " << number << " " << text << std::endl;
    std::cin.ignore();
    while (std::getline(std::cin, text)) std::cout << "rank 0: " << text << std::endl;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(std::cin.eof() == (world_rank() == 0 || (beside && world_rank() % 2 == 0)));
  MPI_Finalize();
  return 0;
}
