// SPDX-License-Identifier: Apache-2.0
// Wide characters on stdout: lines are whole.
#include <clocale>
#include <cwchar>
#include <iostream>

#include "check.h"

int main(int argc, char** argv) {
  std::setlocale(LC_ALL, "C.UTF-8");
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < 3; i++) {
    std::wprintf(L"rank %d: %ls %d, ", rank, L"gr\u00fcn", i);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(std::fputws(L"put", stdout) >= 0);
    CHECK(std::putwchar(L'\u20ac') == L'\u20ac');
    std::fwprintf(stdout, L" %5.2f", rank / 7.0);
    MPI_Barrier(MPI_COMM_WORLD);
    std::wcout << L", streamed " << rank * 3 + i << L"\n";
  }
  std::wprintf(L"rank %d: the last line has no end", rank);
  if (rank % 2)
    std::putwc(L'\n', stdout);
  else
    std::wcout << std::endl;
  MPI_Finalize();
}
