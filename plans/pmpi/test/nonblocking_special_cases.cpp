// SPDX-License-Identifier: Apache-2.0
// What surrounds planned nonblocking collectives: who waits for whom, what is freed when, many at a
// time, errors, two groups, threads.
#include <deque>
#include <thread>

#include "trial_call.h"

namespace conformance {
void nonblocking_special_cases();

namespace {

/// An all-to-all of `each` ints for everybody, under way from the beginning.
struct Even {
  int rank = 0, size = 0, each, number;
  std::vector<int> out, in;
  MPI_Request request = MPI_REQUEST_NULL;

  Even(MPI_Comm comm, int elements, int value) : each(elements), number(value) {
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    out.resize(static_cast<std::size_t>(size) * each);
    in.resize(out.size());
    for (int to = 0; to < size; ++to)
      for (int i = 0; i < each; ++i) out[to * each + i] = number + rank * 1000 + to + i;
    MPI_Ialltoall(out.data(), each, MPI_INT, in.data(), each, MPI_INT, comm, &request);
  }
  void wait() {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check();
  }
  void check() const {
    if (request != MPI_REQUEST_NULL) fail("a completed request is not null");
    for (int from = 0; from < size; ++from)
      for (int i = 0; i < each; ++i)
        if (in[from * each + i] != number + from * 1000 + rank + i)
          fail("a nonblocking exchange is wrong");
  }
};

/// Long enough for a handshake, so that nobody is served by what was sent before.
constexpr int long_message = 30000;

/// On a communicator that nobody has used: who starts must not wait for who has not.
void starts_before_others() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int rank = 0, size = 0, value = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  const int last = size - 1;
  if (rank == last && size > 1)
    MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  Even one(comm, long_message, 3);
  if (rank == 0 && size > 1) MPI_Ssend(&value, 1, MPI_INT, last, 1, MPI_COMM_WORLD);
  one.wait();
  MPI_Comm_free(&comm);
}

/// The first process is in a call that may block until the last one has completed the exchange.
void others_wait_for_who_blocks() {
  int size = 0, rank = 0, value = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (size == 1) return;
  Even one(MPI_COMM_WORLD, long_message, 4);
  std::vector<int> all(size), mine(size, rank);
  MPI_Request second;
  MPI_Iallgather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD, &second);
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  one.wait();
  if (rank == size - 1) MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i)
    if (all[i] != i) fail("a nonblocking allgather is wrong");
}

/// Many on one communicator, completed in another order on each process.
void many_at_once() {
  std::deque<Even> all;
  std::vector<MPI_Request> requests;
  for (int i = 0; i < 60; ++i)
    requests.push_back(
        all.emplace_back(MPI_COMM_WORLD, i % 20 == 0 ? long_message : i % 5, i).request);
  const int first = 7 * all.front().rank;
  for (int i = 0; i < 30; ++i) {
    Even& one = all[(first + 2 * i) % 60];
    for (int done = 0; !done;) {
      MPI_Request_get_status(one.request, &done, MPI_STATUS_IGNORE);
      if (done) MPI_Test(&one.request, &done, MPI_STATUS_IGNORE);
    }
    requests[(first + 2 * i) % 60] = MPI_REQUEST_NULL;
  }
  MPI_Waitall(60, requests.data(), MPI_STATUSES_IGNORE);
  for (Even& one : all) {
    one.request = MPI_REQUEST_NULL;
    one.check();
  }
}

/// The communicator and the types may be freed when the call has returned.
void freed_while_under_way() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int rank = 0, size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  constexpr int each = 10000;
  MPI_Datatype type;
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::vector<int> out(4 * each * size, rank), in(4 * each * size, -1), counts(size, each),
      places(size);
  for (int i = 0; i < size; ++i) places[i] = i * each;
  MPI_Request request;
  MPI_Ialltoallv(out.data(), counts.data(), places.data(), type, in.data(), counts.data(),
                 places.data(), type, comm, &request);
  MPI_Type_free(&type);
  MPI_Comm_free(&comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < size; ++i)
    if (in[3 * each * i] != i || in[3 * each * (i + 1) - 1] != i)
      fail("a nonblocking exchange without its communicator is wrong");
}

/// Errors are the MPI's own.
void errors() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int value = 0, result = 0;
  MPI_Request planned = MPI_REQUEST_NULL, own = MPI_REQUEST_NULL;
  const auto wrong = [&](auto function, MPI_Request* request) {
    return class_of(function(&value, -1, MPI_INT, &result, -1, MPI_INT, comm, request));
  };
  const int expected = wrong(PMPI_Ialltoall, &own);
  if (wrong(MPI_Ialltoall, &planned) != expected || expected == MPI_SUCCESS)
    fail("a wrong count gives another error");
  MPI_Comm_free(&comm);
}

/// That is an error, and the exchange ends all the same.
void cancelled() {
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;  // not planned
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Errhandler before;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0, value = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // The others wait, so that the first one's is under way.
  if (rank != 0) MPI_Bcast(&value, 1, MPI_INT, 0, comm);
  Even one(MPI_COMM_WORLD, long_message, 5);
  if (rank == 0) {
    if (class_of(MPI_Cancel(&one.request)) != MPI_ERR_REQUEST)
      fail("cancelling a collective gives another error");
    MPI_Bcast(&value, 1, MPI_INT, 0, comm);
  }
  one.wait();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
  MPI_Errhandler_free(&before);
  MPI_Comm_free(&comm);
}

/// Falls through.
void between_groups() {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &both);
  int others = 0;
  PMPI_Comm_remote_size(both, &others);
  std::vector<int> in(others, -1);
  MPI_Request request;
  MPI_Iallgather(&rank, 1, MPI_INT, in.data(), 1, MPI_INT, both, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < others; ++i)
    if (in[i] != 2 * i + 1 - rank % 2) fail("a nonblocking allgather of two groups is wrong");
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

/// Each on a communicator of its own.
void threads_at_once() {
  constexpr int threads = 3, rounds = 10;
  std::vector<MPI_Comm> comms(threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> team;
  for (int k = 0; k < threads; ++k) {
    team.emplace_back([k, comm = comms[k]] {
      for (int i = 0; i < rounds; ++i) {
        Even one(comm, k == 0 ? long_message : 10, i), two(comm, 5, i + k);
        if (k == 1) MPI_Barrier(comm);
        for (int done = 0; k == 2 && !done;) MPI_Test(&two.request, &done, MPI_STATUS_IGNORE);
        one.wait();
        two.wait();
      }
    });
  }
  for (std::thread& thread : team) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace

void nonblocking_special_cases() {
  starts_before_others();
  others_wait_for_who_blocks();
  many_at_once();
  freed_while_under_way();
  errors();
  cancelled();
  between_groups();
  int level = 0;
  MPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE) threads_at_once();
}

}  // namespace conformance
