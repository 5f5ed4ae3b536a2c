// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "transport/mpi/measurements.h"

namespace bamboo {
namespace {

/// MPIs are set to round sizes; their own headers count in some of them. Small ones first,
/// so that none waits behind a large one.
constexpr std::size_t room_for_headers = 192;
constexpr std::array<std::size_t, 7> sizes = {1024 - room_for_headers,  2048 - room_for_headers,
                                              4096 - room_for_headers,  8192 - room_for_headers,
                                              16384 - room_for_headers, 32768 - room_for_headers,
                                              65536 - room_for_headers};
/// Eager sends complete at once unless the machine or the network is busy. If none has completed
/// for this time, no further completion is expected. The smallest message is eager everywhere and
/// gets more time.
constexpr double patience = 0.02, patience_smallest = 1.0;

/// In shared memory nothing moves without a processor, and eager messages are small because each is
/// copied once more: fewer, longer pieces are faster.
constexpr std::size_t memory_piece = 128 * 1024 + 4096;  // a power of two fits with its header
constexpr double memory_bytes_per_second = 1e9;

/// Whether the processes of one machine communicate through memory, not over a network (as emulated
/// hosts on one machine do). The result is the same on every process.
bool talks_through_memory(MPI_Comm comm, int rank, int size) {
  const int partner = rank % 2 == 0 ? rank + 1 : rank - 1;
  std::vector<char> buffer(memory_piece);
  double best = 1;
  for (int i = 0; i < 8 && partner < size; ++i) {
    const double start = MPI_Wtime();
    MPI_Sendrecv_replace(buffer.data(), static_cast<int>(buffer.size()), MPI_BYTE, partner, 0,
                         partner, 0, comm, MPI_STATUS_IGNORE);
    best = std::min(best, MPI_Wtime() - start);
  }
  int quick = partner >= size || memory_piece / best > memory_bytes_per_second;
  MPI_Allreduce(MPI_IN_PLACE, &quick, 1, MPI_INT, MPI_LAND, comm);
  return quick != 0;
}

/// How many of `sizes` are eager between this process and the one `shift` places further.
int count_eager(MPI_Comm comm, int rank, int size, int shift) {
  std::vector<char> out(sizes.back()), in(sizes.back());
  std::array<MPI_Request, sizes.size()> requests;
  const int to = (rank + shift) % size, from = (rank - shift + size) % size;
  for (int i = 0; i < 3; ++i) {  // the first use makes the connections, which takes a while
    MPI_Sendrecv(out.data(), 1, MPI_BYTE, to, 0, in.data(), 1, MPI_BYTE, from, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(out.data(), 1, MPI_BYTE, from, 0, in.data(), 1, MPI_BYTE, to, 0, comm,
                 MPI_STATUS_IGNORE);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    MPI_Isend(out.data(), static_cast<int>(sizes[i]), MPI_BYTE, to, static_cast<int>(i), comm,
              &requests[i]);
  }
  std::array<int, sizes.size()> done{};
  double last = MPI_Wtime();
  int missing = sizes.size();
  while (missing > 0 && MPI_Wtime() - last < (done[0] != 0 ? patience : patience_smallest)) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (done[i] != 0) continue;
      MPI_Test(&requests[i], &done[i], MPI_STATUS_IGNORE);
      if (done[i] == 0) continue;
      --missing;
      last = MPI_Wtime();
    }
  }
  MPI_Barrier(comm);  // no process receives before all have tested
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    MPI_Recv(in.data(), static_cast<int>(sizes[i]), MPI_BYTE, from, static_cast<int>(i), comm,
             MPI_STATUS_IGNORE);
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  return static_cast<int>(std::find(done.begin(), done.end(), 0) - done.begin());
}

}  // namespace

std::size_t find_eager_size(MPI_Comm comm, int local, std::size_t piece_bytes) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  unsigned long long wanted = piece_bytes;  // process 0's counts
  MPI_Bcast(&wanted, 1, MPI_UNSIGNED_LONG_LONG, 0, comm);
  if (wanted != 0) return wanted;
  if (size == 1) return sizes.back();

  // Ranks are assigned to machines in blocks or in turn. So one of two distances leads to another
  // machine.
  int block = local;
  MPI_Allreduce(MPI_IN_PLACE, &block, 1, MPI_INT, MPI_MAX, comm);
  const bool one_machine = block == size;
  if (one_machine && talks_through_memory(comm, rank, size)) return memory_piece;
  if (one_machine) block = 1;
  std::vector<int> machine(static_cast<std::size_t>(size));
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int first = rank;  // names the machine
  MPI_Bcast(&first, 1, MPI_INT, 0, node);
  MPI_Comm_free(&node);
  MPI_Allgather(&first, 1, MPI_INT, machine.data(), 1, MPI_INT, comm);

  int eager = sizes.size();
  for (const int shift : {1, block}) {
    const int found = count_eager(comm, rank, size, shift);
    const bool counts = one_machine || machine[(rank + shift) % size] != machine[rank];
    if (counts) eager = std::min(eager, found);
    if (block == 1) break;
  }
  MPI_Allreduce(MPI_IN_PLACE, &eager, 1, MPI_INT, MPI_MIN, comm);
  return sizes[std::max(eager - 1, 0)];
}

}  // namespace bamboo
