// SPDX-License-Identifier: Apache-2.0
// Waits, frees, errors and threads around planned requests.
#include <sys/mman.h>

#include <chrono>
#include <thread>

#include "conformance/random_call.h"
#include "request_names.h"

namespace conformance {
void request_special_cases();

namespace {

/// An all-to-all of `each` ints for each process, behind a persistent request.
struct Even {
  int rank = 0, size = 0, each;
  std::vector<int> out, in;
  MPI_Request request = MPI_REQUEST_NULL;

  Even(MPI_Comm comm, int elements) : each(elements) {
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    out.resize(static_cast<std::size_t>(size) * each);
    in.resize(out.size());
    std::vector<int> counts(size, each), places(size);
    for (int i = 0; i < size; ++i) places[i] = i * each;
    INIT(Alltoallv)(out.data(), counts.data(), places.data(), MPI_INT, in.data(), counts.data(),
                    places.data(), MPI_INT, comm, MPI_INFO_NULL, &request);
  }
  ~Even() { MPI_Request_free(&request); }
  Even(const Even&) = delete;
  Even& operator=(const Even&) = delete;

  void start(int number) {
    for (int to = 0; to < size; ++to)
      for (int i = 0; i < each; ++i) out[to * each + i] = number + rank * 1000 + to + i;
    MPI_Start(&request);
  }
  void wait() { MPI_Wait(&request, MPI_STATUS_IGNORE); }
  void check(int number) const {
    for (int from = 0; from < size; ++from)
      for (int i = 0; i < each; ++i)
        if (in[from * each + i] != number + from * 1000 + rank + i)
          fail("an exchange behind a request is wrong");
  }
};

/// Long enough for a handshake, so that no process is served by what was sent before.
constexpr int long_message = 30000;

/// The first process is in a call that may block until another one has completed the exchange.
template <class First, class Last>
void one_blocks(const First& first, const Last& last) {
  Even exchange(MPI_COMM_WORLD, long_message);
  for (int number = 0; number < 2; ++number) {
    exchange.start(number);
    if (exchange.rank == 0) first(exchange.size - 1);
    exchange.wait();
    if (exchange.rank == exchange.size - 1) last(0);
    exchange.check(number);
  }
}

void others_wait_for_who_blocks() {
  int size = 0, value = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  const auto send = [&](int to) { MPI_Send(&value, 1, MPI_INT, to, 1, MPI_COMM_WORLD); };
  const auto receive = [&](int from) {
    MPI_Recv(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  one_blocks(receive, send);
  one_blocks([&](int to) { MPI_Ssend(&value, 1, MPI_INT, to, 1, MPI_COMM_WORLD); }, receive);
  one_blocks(
      [&](int from) {
        MPI_Probe(from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        receive(from);
      },
      send);
#if MPI_VERSION >= 4
  one_blocks(
      [&](int from) { MPI_Recv_c(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); },
      send);
#endif
  one_blocks(
      [&](int from) {
        for (int there = 0; !there;) MPI_Iprobe(from, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        receive(from);
      },
      send);
  one_blocks(
      [&](int from) {
        MPI_Request request;
        MPI_Irecv(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      },
      send);
}

/// In collectives, planned and not, while an exchange is under way; the others complete it before.
void collectives_beside() {
  Even exchange(MPI_COMM_WORLD, long_message);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  const auto all = [&] {
    MPI_Barrier(other);
    int value = exchange.rank, sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm copy;
    MPI_Comm_dup(other, &copy);
    MPI_Comm_free(&copy);
  };
  for (int number = 0; number < 4; ++number) {
    exchange.start(number);
    if (exchange.rank % 2 == number % 2) all();
    exchange.wait();
    if (exchange.rank % 2 != number % 2) all();
    exchange.check(number);
  }
  MPI_Comm_free(&other);
}

/// The communicator and the types may be freed when the request is made.
void freed_before_use() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int rank = 0, size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  MPI_Datatype type;
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::vector<int> out(4 * size, rank), in(4 * size, -1), counts(size, 1), places(size);
  for (int i = 0; i < size; ++i) places[i] = i;
  MPI_Request request;
  INIT(Alltoallv)(out.data(), counts.data(), places.data(), type, in.data(), counts.data(),
                  places.data(), type, comm, MPI_INFO_NULL, &request);
  MPI_Type_free(&type);
  MPI_Comm_free(&comm);
  for (int times = 0; times < 2; ++times) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; ++i)
      if (in[3 * i] != i || in[3 * i + 2] != i) fail("a request without its communicator is wrong");
  }
  MPI_Request_free(&request);
}

/// Errors are the MPI's own.
void request_errors() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int rank = 0, size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  std::vector<int> out(2 * size), in(2 * size), counts(size, 1), places(size), wrong(size, -1);
  MPI_Request planned = MPI_REQUEST_NULL, own = MPI_REQUEST_NULL;
  const auto make = [&](auto function, const int* sent, MPI_Request* request) {
    return class_of(function(out.data(), sent, places.data(), MPI_INT, in.data(), counts.data(),
                             places.data(), MPI_INT, comm, MPI_INFO_NULL, request));
  };
  const int expected = make(OWN_INIT(Alltoallv), wrong.data(), &own);
  if (make(INIT(Alltoallv), wrong.data(), &planned) != expected || expected == MPI_SUCCESS)
    fail("a wrong count gives another error");
  MPI_Comm_free(&comm);
}

/// A thread of the first process waits for a message since before there were any requests, and the
/// last one sends it when it has completed an exchange.
void thread_that_waits() {
  int rank = 0, size = 0, value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::thread server([&] {
    if (rank == 0 && size > 1)
      MPI_Recv(&value, 1, MPI_INT, size - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it is most likely there now
  Even exchange(MPI_COMM_WORLD, long_message);
  exchange.start(1);
  if (rank == 0) server.join();
  exchange.wait();
  if (rank == size - 1 && size > 1) MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
  exchange.check(1);
  if (rank != 0) server.join();
}

/// Memory behind whose end no byte can be read.
class Guarded {
 public:
  explicit Guarded(int numbers) : bytes_(sizeof(int) * numbers) {
    void* made =
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin_ = static_cast<char*>(made);
    mprotect(begin_ + page, page, PROT_NONE);
  }
  ~Guarded() { munmap(begin_, 2 * page); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  int* numbers() const { return reinterpret_cast<int*>(begin_ + page - bytes_); }

 private:
  static constexpr std::size_t page = 65536;
  std::size_t bytes_;
  char* begin_;
};

/// Counts are the other group's, which is the smaller one.
void between_groups() {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) return;
  MPI_Comm mine, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &mine);
  MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 3, &both);
  const int others = rank == 0 ? size - 1 : 1;
  const Guarded counts(others), places(others);
  for (int i = 0; i < others; ++i) {
    counts.numbers()[i] = 1;
    places.numbers()[i] = i;
  }
  std::vector<int> in(others, -1);
  MPI_Request request;
  INIT(Allgatherv)(&rank, 1, MPI_INT, in.data(), counts.numbers(), places.numbers(), MPI_INT, both,
                   MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < others; ++i)
    if (in[i] != (rank == 0 ? i + 1 : 0)) fail("allgatherv between groups is wrong");
  MPI_Request_free(&request);
  MPI_Comm_free(&both);
  MPI_Comm_free(&mine);
}

void threads_with_requests() {
  in_threads(3, [](int k, MPI_Comm comm) {
    Even exchange(comm, k == 0 ? long_message : 10);
    for (int i = 0; i < 10; ++i) {
      exchange.start(i + 7 * k);
      if (k == 1) MPI_Barrier(comm);
      exchange.wait();
      exchange.check(i + 7 * k);
    }
  });
}

/// Handles are used again.
void many_requests() {
  for (int i = 0; i < 50; ++i) {
    Even one(MPI_COMM_WORLD, 3), idle(MPI_COMM_WORLD, 2);
    one.start(i);
    one.wait();
    one.check(i);
  }
}

}  // namespace

void request_special_cases() {
  int level = 0;
  MPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE) thread_that_waits();
  between_groups();
  others_wait_for_who_blocks();
  collectives_beside();
  freed_before_use();
  request_errors();
  many_requests();
  if (level == MPI_THREAD_MULTIPLE) threads_with_requests();
}

}  // namespace conformance
