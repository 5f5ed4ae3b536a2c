// SPDX-License-Identifier: Apache-2.0
// Waits, frees, many calls at a time, errors, two groups and threads around planned nonblocking
// collectives.
#include <deque>

#include "conformance/random_call.h"

namespace conformance {
void nonblocking_special_cases();

namespace {

/// An all-to-all of `each` ints for each process, under way from the beginning.
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

/// Long enough for a handshake, so that no process is served by what was sent before.
constexpr int long_message = 30000;

/// On a new communicator: a process that starts must not wait for one that has not.
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

/// The handles that the next test must see.
struct Handles {
  MPI_Op op = MPI_OP_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};
Handles expected;

/// Puts the left one's digits in front: numbers whose order counts. The second one's is how many.
void concatenate(void* in, void* inout, int* count, MPI_Datatype* type) {
  if (*type != expected.type) fail("the operation was given another datatype");
  const auto* left = static_cast<const double*>(in);
  auto* right = static_cast<double*>(inout);
  for (int i = 0; i < 2 * *count; i += 2) {
    right[i] += left[i] * right[i + 1];
    right[i + 1] *= left[i + 1];
  }
}

/// The operation and the datatype are freed, and others made, before the reductions end.
void operation_freed_while_under_way() {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  Handles own;
  MPI_Type_contiguous(2, MPI_DOUBLE, &own.type);
  MPI_Type_commit(&own.type);
  MPI_Op_create(concatenate, 0, &own.op);
  expected = own;
  // The others wait, so that the first one's reductions are under way for long.
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int go = 0;
  if (rank != 0) MPI_Bcast(&go, 1, MPI_INT, 0, comm);
  constexpr int kinds = 5;
  std::vector<std::vector<double>> in(kinds), out(kinds);
  for (int k = 0; k < kinds; ++k) {
    for (int i = 0; i < size; ++i) in[k].insert(in[k].end(), {rank % 10 + 1.0, 10});
    out[k].resize(2 * size);
  }
  MPI_Request requests[kinds];
  MPI_Ireduce(in[0].data(), out[0].data(), 1, own.type, own.op, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(in[1].data(), out[1].data(), 1, own.type, own.op, MPI_COMM_WORLD, &requests[1]);
  MPI_Iscan(in[2].data(), out[2].data(), 1, own.type, own.op, MPI_COMM_WORLD, &requests[2]);
  MPI_Ireduce_scatter_block(MPI_IN_PLACE, in[3].data(), 1, own.type, own.op, MPI_COMM_WORLD,
                            &requests[3]);
  MPI_Iexscan(in[4].data(), out[4].data(), 1, own.type, own.op, MPI_COMM_WORLD, &requests[4]);
  MPI_Op_free(&own.op);
  MPI_Type_free(&own.type);
  if (own.op != MPI_OP_NULL || own.type != MPI_DATATYPE_NULL) fail("a freed handle is not null");
  if (rank == 0) MPI_Bcast(&go, 1, MPI_INT, 0, comm);
  MPI_Comm_free(&comm);
  MPI_Waitall(kinds, requests, MPI_STATUSES_IGNORE);
  const auto digits = [](int ranks) {
    double value = 0;
    for (int i = 0; i < ranks; ++i) value = 10 * value + i % 10 + 1;
    return value;
  };
  const bool right = (rank != 0 || out[0][0] == digits(size)) && out[1][0] == digits(size) &&
                     out[2][0] == digits(rank + 1) && in[3][0] == digits(size) &&
                     (rank == 0 || out[4][0] == digits(rank));
  if (!right) fail("a reduction without its operation is wrong");
}

/// No process leaves a barrier before all have entered it.
void barrier_waits_for_all() {
  int rank = 0, size = 0, done = 0, value = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  if (rank == size - 1) MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 0) {
    for (int i = 0; i < 1000; ++i) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done) fail("a barrier is over before all have come");
    }
    MPI_Ssend(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
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
  // Combined by others than those that have it.
  std::vector<int> vector(long_message, rank), sum(long_message), own(long_message / size);
  MPI_Request third[4];
  MPI_Iallreduce(vector.data(), sum.data(), long_message, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                 &third[0]);
  MPI_Ireduce_scatter_block(vector.data(), own.data(), long_message / size, MPI_INT, MPI_SUM,
                            MPI_COMM_WORLD, &third[1]);
  std::vector<int> passed(long_message, rank == size / 2 ? 7 : 0);
  MPI_Ibcast(passed.data(), long_message, MPI_INT, size / 2, MPI_COMM_WORLD, &third[2]);
  MPI_Ibarrier(MPI_COMM_WORLD, &third[3]);
  if (rank == 0) MPI_Recv(&value, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&second, MPI_STATUS_IGNORE);
  MPI_Waitall(4, third, MPI_STATUSES_IGNORE);
  const int ranks = size * (size - 1) / 2;
  if (sum.front() != ranks || sum.back() != ranks || own.front() != ranks || own.back() != ranks ||
      passed.back() != 7)
    fail("a nonblocking reduction or broadcast is wrong");
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
  const int of_mpi = wrong(PMPI_Ialltoall, &own);
  if (wrong(MPI_Ialltoall, &planned) != of_mpi || of_mpi == MPI_SUCCESS)
    fail("a wrong count gives another error");
  const auto wrong_op = [&](auto function, MPI_Request* request) {
    return class_of(function(&value, &result, 1, MPI_DOUBLE, MPI_BAND, comm, request));
  };
  if (wrong_op(MPI_Iallreduce, &planned) != wrong_op(PMPI_Iallreduce, &own))
    fail("a wrong operation gives another error");
  const auto wrong_root = [&](auto function, MPI_Request* request) {
    return class_of(function(&value, 1, MPI_INT, -7, comm, request));
  };
  if (wrong_root(MPI_Ibcast, &planned) != wrong_root(PMPI_Ibcast, &own))
    fail("a wrong root gives another error");
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

void threads_at_once() {
  in_threads(3, [](int k, MPI_Comm comm) {
    for (int i = 0; i < 10; ++i) {
      Even one(comm, k == 0 ? long_message : 10, i), two(comm, 5, i + k);
      if (k == 1) MPI_Barrier(comm);
      for (int done = 0; k == 2 && !done;) MPI_Test(&two.request, &done, MPI_STATUS_IGNORE);
      one.wait();
      two.wait();
    }
  });
}

}  // namespace

void nonblocking_special_cases() {
  starts_before_others();
  others_wait_for_who_blocks();
  barrier_waits_for_all();
  many_at_once();
  freed_while_under_way();
  operation_freed_while_under_way();
  errors();
  cancelled();
  between_groups();
  int level = 0;
  MPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE) threads_at_once();
}

}  // namespace conformance
