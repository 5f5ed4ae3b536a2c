// SPDX-License-Identifier: Apache-2.0
// Exceptions while other ranks run: messages inside of handlers, rethrow, unwinding through frames
// that communicate in their destructors.
#include <stdexcept>
#include <string>

#include "check.h"

static int rank, size;

static int shift(int value) {
  MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return value;
}

struct Guard {
  int* result;
  ~Guard() { *result = shift(rank) * 10 + std::uncaught_exceptions(); }
};

static void fail(int depth, int* result) {
  Guard guard{result};
  if (depth == 0) throw std::runtime_error("rank " + std::to_string(shift(rank)));
  fail(depth - 1, result);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  const int left = (rank + size - 1) % size;
  for (int round = 0; round < 5; round++) {
    int unwound = -1;
    std::string text;
    try {
      try {
        fail(3, &unwound);
      } catch (const std::runtime_error& error) {
        MPI_Barrier(MPI_COMM_WORLD);  // others throw and catch meanwhile
        CHECK(error.what() == "rank " + std::to_string(left));
        CHECK(std::uncaught_exceptions() == 0);
        throw;
      }
    } catch (const std::exception& error) {
      shift(round);
      text = error.what();
    }
    CHECK(unwound == left * 10 + 1);
    CHECK(text == "rank " + std::to_string(left));
  }
  printf("rank %d: caught those of %d\n", rank, left);
  MPI_Finalize();
}
