// SPDX-License-Identifier: Apache-2.0
// All-to-alls whose own algorithm is slow, between processes on hosts of their own: a plan wins.
//
//     remembered CALLS
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Each process is a host of its own: only between hosts anything is tried.
extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

constexpr int block = 16384;

/// In the place of the installed MPI's own.
extern "C" int PMPI_Alltoall(const void* sent, int, MPI_Datatype, void* received, int, MPI_Datatype,
                             MPI_Comm comm) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  usleep(200'000);
  for (int step = 0; step < size; ++step) {
    const int to = (rank + step) % size, from = (rank + size - step) % size;
    PMPI_Sendrecv(static_cast<const int*>(sent) + to * block, block, MPI_INT, to, 0,
                  static_cast<int*>(received) + from * block, block, MPI_INT, from, 0, comm,
                  MPI_STATUS_IGNORE);
  }
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int calls = argc > 1 ? std::atoi(argv[1]) : 1;
  std::vector<int> sent(static_cast<std::size_t>(size) * block), received(sent.size());
  for (int call = 0; call < calls; ++call) {
    for (std::size_t i = 0; i < sent.size(); ++i)
      sent[i] = 1000 * rank + call + static_cast<int>(i) / block;
    MPI_Alltoall(sent.data(), block, MPI_INT, received.data(), block, MPI_INT, MPI_COMM_WORLD);
    for (std::size_t i = 0; i < received.size(); ++i)
      if (received[i] != 1000 * (static_cast<int>(i) / block) + call + rank) {
        std::fprintf(stderr, "remembered: rank %d: a result is wrong\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
  }
  MPI_Finalize();
  return 0;
}
