// SPDX-License-Identifier: Apache-2.0
// e2e: libs=-pthread ranks=1,2,4,8
// Ranks have waited, on one worker or on several, before a thread of theirs makes the first call:
// only in some of them, and in each at another time.
#include <thread>
#include <vector>

#include "check.h"

static long sum_over(MPI_Comm comm, long mine) {
  long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, comm);
  return all;
}

int main(int argc, char** argv) {
  int provided = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int rank = world_rank(), size = world_size();
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  long sum = 0;
  for (int round = 0; round < 12; round++) {
    const auto step = [&] {
      std::vector<int> out(round % 4 == 0 ? 40000 : 4, rank + round), in(out.size());
      MPI_Sendrecv(out.data(), static_cast<int>(out.size()), MPI_INT, next, round, in.data(),
                   static_cast<int>(in.size()), MPI_INT, last, round, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      CHECK(in.back() == last + round);
      sum += sum_over(MPI_COMM_WORLD, in.front());
    };
    if (rank % 3 != 2 && round > rank % 5)
      std::thread(step).join();
    else
      step();
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    sum += sum_over(half, rank);
    MPI_Comm_free(&half);
  }
  printf("rank %d: %ld\n", rank, sum);
  MPI_Finalize();
  return 0;
}
