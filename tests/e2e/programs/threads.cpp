// SPDX-License-Identifier: Apache-2.0
// e2e: libs=-pthread
// Threads of the user's own that compute while the rank communicates (MPI_THREAD_FUNNELED).
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "check.h"

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  CHECK(provided >= MPI_THREAD_FUNNELED);
  const int rank = world_rank(), size = world_size();
  std::vector<long> data(100000);
  std::iota(data.begin(), data.end(), rank);
  std::atomic<long> sum{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; t++)
    threads.emplace_back([&, t] {
      long part = 0;
      for (std::size_t i = t; i < data.size(); i += 3) part += data[i];
      sum += part;
    });
  int token = rank;
  for (int i = 0; i < 20; i++)
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (auto& thread : threads) thread.join();
  printf("rank %d: %ld, token %d\n", rank, sum.load(), token);
  MPI_Finalize();
}
