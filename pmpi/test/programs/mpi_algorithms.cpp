// SPDX-License-Identifier: Apache-2.0
// Collectives whose results are known, between processes on hosts of their own: the installed MPI
// may serve them by any of its algorithms.
//
//     mpi_algorithms CALLS
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Each process is a host of its own: only between hosts anything is tried.
extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

namespace {

constexpr int block = 6000;

struct World {
  MPI_Comm comm = MPI_COMM_WORLD;
  int rank = 0, size = 0;

  explicit World(MPI_Comm of) : comm(of) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
};

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "mpi_algorithms: %s: a result is wrong\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void exchange(const World& world, int call) {
  std::vector<int> sent(static_cast<std::size_t>(world.size) * block), received(sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i)
    sent[i] = 1000 * world.rank + call + static_cast<int>(i) / block;
  MPI_Alltoall(sent.data(), block, MPI_INT, received.data(), block, MPI_INT, world.comm);
  for (std::size_t i = 0; i < received.size(); ++i)
    expect(received[i] == 1000 * (static_cast<int>(i) / block) + call + world.rank, "alltoall");
}

/// As many numbers for each process as its rank says, and one more.
void exchange_irregularly(const World& world, int call) {
  std::vector<int> counts, places, own_counts(world.size, world.rank + 1), own_places;
  int all = 0;
  for (int rank = 0; rank < world.size; ++rank) {
    counts.push_back(rank + 1);
    places.push_back(all);
    own_places.push_back(rank * (world.rank + 1));
    all += rank + 1;
  }
  std::vector<int> sent(all, 10 * world.rank + call);
  std::vector<int> received(static_cast<std::size_t>(world.size) * (world.rank + 1));
  MPI_Alltoallv(sent.data(), counts.data(), places.data(), MPI_INT, received.data(),
                own_counts.data(), own_places.data(), MPI_INT, world.comm);
  for (std::size_t i = 0; i < received.size(); ++i)
    expect(received[i] == 10 * (static_cast<int>(i) / (world.rank + 1)) + call, "alltoallv");
}

void gather(const World& world, int call) {
  std::vector<int> sent(block, 10 * world.rank + call);
  std::vector<int> received(static_cast<std::size_t>(world.size) * block);
  MPI_Allgather(sent.data(), block, MPI_INT, received.data(), block, MPI_INT, world.comm);
  for (std::size_t i = 0; i < received.size(); ++i)
    expect(received[i] == 10 * (static_cast<int>(i) / block) + call, "allgather");
}

void gather_irregularly(const World& world, int call) {
  std::vector<int> counts, places, expected;
  for (int rank = 0; rank < world.size; ++rank) {
    counts.push_back(block + rank);
    places.push_back(static_cast<int>(expected.size()));
    expected.insert(expected.end(), block + rank, 10 * rank + call);
  }
  std::vector<int> sent(block + world.rank, 10 * world.rank + call), received(expected.size());
  MPI_Allgatherv(sent.data(), block + world.rank, MPI_INT, received.data(), counts.data(),
                 places.data(), MPI_INT, world.comm);
  expect(received == expected, "allgatherv");
}

/// The root has whole numbers, odd ranks three at a time, and the others every second one.
void broadcast(const World& world, int call) {
  const int root = call % world.size;
  const int stride = world.rank != root && world.rank % 2 == 0 ? 2 : 1;
  std::vector<int> data(static_cast<std::size_t>(stride) * block, -1);
  if (world.rank == root)
    for (int i = 0; i < block; ++i) data[i] = i + call;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (stride == 2)
    MPI_Type_vector(block, 1, 2, MPI_INT, &type);
  else
    MPI_Type_contiguous(world.rank == root ? 1 : 3, MPI_INT, &type);
  MPI_Type_commit(&type);
  const int count = stride == 2 ? 1 : block / (world.rank == root ? 1 : 3);
  MPI_Bcast(data.data(), count, type, root, world.comm);
  MPI_Type_free(&type);
  for (int i = 0; i < block; ++i) expect(data[i * stride] == i + call, "bcast");
}

void add_integers(const World& world, int call) {
  std::vector<int> sent(block, world.rank + call), received(block);
  MPI_Allreduce(sent.data(), received.data(), block, MPI_INT, MPI_SUM, world.comm);
  const int sum = world.size * (world.size - 1) / 2 + world.size * call;
  expect(std::ranges::count(received, sum) == block, "allreduce of integers");
}

void scatter_sums(const World& world, int call) {
  const std::vector<int> counts(world.size, block);
  std::vector<int> sent(static_cast<std::size_t>(world.size) * block, world.rank + call);
  std::vector<int> received(block);
  MPI_Reduce_scatter(sent.data(), received.data(), counts.data(), MPI_INT, MPI_SUM, world.comm);
  const int sum = world.size * (world.size - 1) / 2 + world.size * call;
  expect(std::ranges::count(received, sum) == block, "reduce_scatter");
}

void add_numbers(const World& world, int call) {
  std::vector<double> sent(block, world.rank + call), received(block);
  MPI_Allreduce(sent.data(), received.data(), block, MPI_DOUBLE, MPI_SUM, world.comm);
  const int sum = world.size * (world.size - 1) / 2 + world.size * call;
  expect(std::ranges::count(received, static_cast<double>(sum)) == block, "allreduce of numbers");
}

/// The digits of the first operand, and those of the second behind them.
void join(void* in, void* inout, int* length, MPI_Datatype*) {
  const auto* before = static_cast<const int*>(in);
  auto* after = static_cast<int*>(inout);
  for (int i = 0; i < *length; ++i)
    if (before[i] != 0) {
      int shift = 1;
      while (shift <= after[i]) shift *= 10;
      after[i] += before[i] * shift;
    }
}

void join_digits(const World& world) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(join, 0, &op);
  std::vector<int> sent(block, world.rank + 1), received(block);
  MPI_Allreduce(sent.data(), received.data(), block, MPI_INT, op, world.comm);
  MPI_Op_free(&op);
  int digits = 0;
  for (int rank = 0; rank < world.size; ++rank) digits = 10 * digits + rank + 1;
  expect(std::ranges::count(received, digits) == block, "allreduce in the order of ranks");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int calls = argc > 1 ? std::atoi(argv[1]) : 1;
  MPI_Comm other = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -World(MPI_COMM_WORLD).rank, &other);
  for (const World& world : {World(MPI_COMM_WORLD), World(other)})
    for (int call = 0; call < calls; ++call) {
      exchange(world, call);
      exchange_irregularly(world, call);
      gather(world, call);
      gather_irregularly(world, call);
      broadcast(world, call);
      add_integers(world, call);
      scatter_sums(world, call);
      add_numbers(world, call);
      join_digits(world);
    }
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
