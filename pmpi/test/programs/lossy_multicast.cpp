// SPDX-License-Identifier: Apache-2.0
// Broadcasts by multicast of which each process loses some datagrams on arrival, others than the
// others do, as behind a switch: the memory afterwards must be the root's.
//
//     lossy_multicast PERCENT
#include <dlfcn.h>
#include <mpi.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

/// Set before MPI_Init. The session's thread receives, and so does the one that broadcasts.
int percent = 0;
std::atomic<long> arrived{0}, lost{0};

bool loses() {
  thread_local std::minstd_rand random(static_cast<unsigned>(getpid()) * 7919u + 1u);
  return static_cast<int>(random() % 100) < percent;
}

/// The place of a datagram. A lost one leaves its place to the next one.
void move_to(mmsghdr& place, const mmsghdr& datagram) {
  std::memcpy(place.msg_hdr.msg_iov->iov_base, datagram.msg_hdr.msg_iov->iov_base,
              datagram.msg_len);
  place.msg_len = datagram.msg_len;
}

}  // namespace

/// Replaces the C library's function with which the library of multicasts receives.
extern "C" int recvmmsg(int socket, mmsghdr* datagrams, unsigned most, int flags, timespec* time) {
  static const auto next = reinterpret_cast<decltype(&recvmmsg)>(dlsym(RTLD_NEXT, "recvmmsg"));
  const int count = next(socket, datagrams, most, flags, time);
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    ++arrived;
    if (loses()) {
      ++lost;
      continue;
    }
    if (kept != i) move_to(datagrams[kept], datagrams[i]);
    ++kept;
  }
  return count < 0 ? count : kept;
}

namespace {

int rank = 0, size = 0;

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "lossy_multicast: rank %d: %s\n", rank, text.c_str());
  PMPI_Abort(MPI_COMM_WORLD, 1);
  std::exit(1);
}

using Bytes = std::vector<unsigned char>;
constexpr unsigned char untouched = 0xee;

Bytes of_call(unsigned call, std::size_t count) {
  std::mt19937 random(call);
  Bytes out(count);
  for (unsigned char& each : out) each = static_cast<unsigned char>(random());
  return out;
}

/// Blocks of some bytes with gaps behind them.
constexpr int block = 1000, stride = 1024;

MPI_Datatype with_gaps() {
  MPI_Datatype type = MPI_DATATYPE_NULL, out = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(block, MPI_BYTE, &type);
  MPI_Type_create_resized(type, 0, stride, &out);
  MPI_Type_free(&type);
  MPI_Type_commit(&out);
  return out;
}

void expect(const Bytes& found, const Bytes& expected) {
  const auto [at, other] = std::ranges::mismatch(found, expected);
  if (at != found.end()) fail("byte " + std::to_string(at - found.begin()) + " is wrong");
}

void broadcast(unsigned call, int count, int root) {
  const Bytes expected = of_call(call, count);
  Bytes buffer = rank == root ? expected : Bytes(count, untouched);
  MPI_Bcast(buffer.data(), count, MPI_BYTE, root, MPI_COMM_WORLD);
  expect(buffer, expected);
}

void broadcast_with_gaps(unsigned call, int blocks, int root, MPI_Datatype type) {
  Bytes all = of_call(call, static_cast<std::size_t>(blocks) * stride);
  Bytes expected(all.size(), untouched);
  for (int i = 0; i < blocks; ++i)
    std::copy_n(all.begin() + i * stride, block, expected.begin() + i * stride);
  Bytes buffer(all.size(), untouched);
  if (rank == root) buffer = expected = all;
  MPI_Bcast(buffer.data(), blocks, type, root, MPI_COMM_WORLD);
  expect(buffer, expected);
}

long sum_of_all(long own) {
  long sum = 0;
  PMPI_Allreduce(&own, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  percent = argc > 1 ? std::atoi(argv[1]) : 0;
  MPI_Init(&argc, &argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Datatype type = with_gaps();
  const double begin = MPI_Wtime();
  unsigned call = 0;
  for (int round = 0; round < 3; ++round)
    for (int root = 0; root < size; ++root) {
      for (const int count : {1, 1400, 60'000, 2'000'003}) broadcast(++call, count, root);
      broadcast_with_gaps(++call, 700, root, type);
    }
  const double seconds = MPI_Wtime() - begin;
  const long all = sum_of_all(arrived), without = sum_of_all(lost);
  if (all == 0) fail("no datagram has come");
  if ((without > 0) != (percent > 0)) fail("lost are " + std::to_string(without) + " datagrams");
  if (rank == 0)
    std::printf("%u broadcasts, %ld of %ld datagrams lost, %.1f s\n", call, without, all, seconds);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
