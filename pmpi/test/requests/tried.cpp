// SPDX-License-Identifier: Apache-2.0
// Collectives behind requests that have trials: calm times, in which all processes wait for each
// call, and wild ones, in which each completes them as it likes, has several under way, and speaks
// with others meanwhile. All processes must be served alike, and results be right.
//
//     tried SEED CALLS
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "request_names.h"

/// Each process is a host of its own: only between hosts anything is tried.
extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", static_cast<int>(getpid()));
  return MPI_SUCCESS;
}

namespace {

int rank, size;

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "tried: rank %d: %s\n", rank, text.c_str());
  PMPI_Abort(MPI_COMM_WORLD, 1);
  std::exit(1);
}

using Numbers = std::vector<int>;

/// The contribution of process `from` in its `call`-th call.
Numbers numbers_of(int from, int call, int count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1000 * from + call);
  return numbers;
}

Numbers sum_of_all(int call, int count) {
  Numbers sum(count);
  for (int from = 0; from < size; ++from) {
    const Numbers numbers = numbers_of(from, call, count);
    for (int i = 0; i < count; ++i) sum[i] += numbers[i];
  }
  return sum;
}

/// Its block of so many numbers of each process.
Numbers blocks_of_all(int call, int count, int block) {
  Numbers all;
  for (int from = 0; from < size; ++from) {
    const Numbers numbers = numbers_of(from, call, count * (block + 1));
    all.insert(all.end(), numbers.end() - count, numbers.end());
  }
  return all;
}

/// One that is under way.
struct Call {
  Numbers sent, received, expected;
  MPI_Request request = MPI_REQUEST_NULL;
  void check() const {
    if (received != expected) fail("a result is wrong");
  }
};

constexpr int kinds = 6;
constexpr int numbers = 9000;  // of a block: communicators get channels for large calls alone

/// Fills what `c` sends and says what it should receive.
void prepare(Call& c, int kind, int call) {
  // In place: a persistent request has the addresses.
  const Numbers sent = numbers_of(rank, call, numbers * (kind < 2 ? size : 1));
  c.sent.assign(sent.begin(), sent.end());
  switch (kind) {
    case 0:
    case 1:
      c.expected = blocks_of_all(call, numbers, rank);
      break;
    case 2:
      c.expected = blocks_of_all(call, numbers, 0);
      break;
    case 3:
      c.expected = numbers_of(0, call, numbers);
      break;
    default:
      c.expected = sum_of_all(call, numbers);
  }
  c.received.assign(c.expected.size(), -1);
  if (kind == 3 && rank == 0) c.received = c.sent;
  if (kind == 5 && rank != 0) c.expected = c.received;
}

Call prepared(int kind, int call) {
  Call c;
  prepare(c, kind, call);
  return c;
}

void start(Call& c, int kind, MPI_Comm comm) {
  const int* out = c.sent.data();
  int* in = c.received.data();
  const Numbers counts(size, numbers);
  Numbers places(size);
  for (int i = 0; i < size; ++i) places[i] = i * numbers;
  const int *n = counts.data(), *at = places.data();
  switch (kind) {
    case 0:
      MPI_Ialltoall(out, numbers, MPI_INT, in, numbers, MPI_INT, comm, &c.request);
      break;
    case 1:
      MPI_Ialltoallv(out, n, at, MPI_INT, in, n, at, MPI_INT, comm, &c.request);
      break;
    case 2:
      MPI_Iallgather(out, numbers, MPI_INT, in, numbers, MPI_INT, comm, &c.request);
      break;
    case 3:
      MPI_Ibcast(in, numbers, MPI_INT, 0, comm, &c.request);
      break;
    case 4:
      MPI_Iallreduce(out, in, numbers, MPI_INT, MPI_SUM, comm, &c.request);
      break;
    default:
      MPI_Ireduce(out, in, numbers, MPI_INT, MPI_SUM, 0, comm, &c.request);
  }
}

/// The kinds from this one on are tried first. Plans serve persistent requests of the others at
/// once.
constexpr int first_tried = 3;

void make_persistent(Call& c, int kind, MPI_Comm comm) {
  const int* out = c.sent.data();
  int* in = c.received.data();
  switch (kind) {
    case 3:
      INIT(Bcast)(in, numbers, MPI_INT, 0, comm, MPI_INFO_NULL, &c.request);
      break;
    case 4:
      INIT(Allreduce)(out, in, numbers, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &c.request);
      break;
    default:
      INIT(Reduce)(out, in, numbers, MPI_INT, MPI_SUM, 0, comm, MPI_INFO_NULL, &c.request);
  }
}

using Random = std::mt19937;
int below(Random& random, int limit) {
  return static_cast<int>(random() % limit);
}

void complete_one(MPI_Request& request, int how) {
  int done = 0, index = 0, completed = 0;
  switch (how) {
    case 0:
      while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      break;
    case 1:
      MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
      break;
    case 2:
      MPI_Waitsome(1, &request, &completed, &index, MPI_STATUSES_IGNORE);
      break;
    case 3:
      while (!done) MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);
      break;
    default:
      MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

/// As this process likes.
void complete_all(std::deque<Call>& calls, Random& own) {
  if (below(own, 3) == 0) {
    std::vector<MPI_Request> requests;
    for (const Call& each : calls) requests.push_back(each.request);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  } else {
    const bool backwards = below(own, 2) == 0;
    for (std::size_t i = 0; i < calls.size(); ++i)
      complete_one(calls[backwards ? calls.size() - 1 - i : i].request, below(own, 8));
  }
}

void complete(std::deque<Call>& calls, Random& own) {
  complete_all(calls, own);
  for (const Call& each : calls) each.check();
  calls.clear();
}

/// Around a ring, the first process begins: no process may wait for anything else.
void pass_on() {
  int token = 1;
  const int before = (rank + size - 1) % size, after = (rank + 1) % size;
  if (rank > 0) MPI_Recv(&token, 1, MPI_INT, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_INT, after, 7, MPI_COMM_WORLD);
  if (rank == 0) MPI_Recv(&token, 1, MPI_INT, before, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void add_all(MPI_Comm comm) {
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  if (sum != size) fail("a blocking sum is wrong");
}

/// A call begins on the first process before another one can begin it, which hears of it by a
/// message: nothing may wait for all in the beginning of a call, nor in another one's.
void begin_one_after_the_other(int kind, int call, MPI_Comm comm) {
  Call c = prepared(kind, call), next = prepared(kind, call + 1);
  int token = 1;
  if (rank > 0) MPI_Recv(&token, 1, MPI_INT, rank - 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  start(c, kind, comm);
  start(next, kind, comm);
  if (rank + 1 < size) MPI_Send(&token, 1, MPI_INT, rank + 1, 8, MPI_COMM_WORLD);
  MPI_Wait(&next.request, MPI_STATUS_IGNORE);
  MPI_Wait(&c.request, MPI_STATUS_IGNORE);
  c.check();
  next.check();
}

/// The first process begins both before it waits; the others wait for the second one before they
/// begin the first one.
void begin_in_other_orders(int kind, int call, const std::array<MPI_Comm, 2>& comms) {
  std::array<Call, 2> both{prepared(kind, call), prepared(kind, call + 1)};
  if (rank == 0) {
    for (int i : {0, 1}) start(both[i], kind, comms[i]);
    std::array requests{both[0].request, both[1].request};
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  } else {
    for (int i : {1, 0}) {
      start(both[i], kind, comms[i]);
      MPI_Wait(&both[i].request, MPI_STATUS_IGNORE);
    }
  }
  for (const Call& each : both) each.check();
}

/// Together with single calls, so that the two have their turns at different times.
void mix_orders(int calls, Random& together, const std::array<MPI_Comm, 2>& comms) {
  for (int i = 0; i < calls; ++i) {
    const int kind = i / 100 % kinds, where = below(together, 2);
    if (below(together, 2) == 0) {
      begin_in_other_orders(kind, i, {comms[where], comms[1 - where]});
      continue;
    }
    Call c = prepared(kind, i);
    start(c, kind, comms[where]);
    MPI_Wait(&c.request, MPI_STATUS_IGNORE);
    c.check();
    if (i < 10) add_all(comms[where]);
  }
}

/// Plain MPICH 4.0 fails where processes start persistent requests in different orders, and in
/// MPI_Testall of one.
#ifdef MPICH
constexpr bool may_be_wild = false;
#else
constexpr bool may_be_wild = true;
#endif

/// In calm rounds all processes start one request after the other and wait for it; in wild ones
/// each starts all of them in an order of its own and completes them as it likes.
void mix_persistent(int rounds, Random& together, Random& own) {
  std::deque<Call> requests;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int kind = first_tried; kind < kinds; ++kind)
    for (int twice = 0; twice < 2; ++twice)
      make_persistent(requests.emplace_back(prepared(kind, 0)), kind, comm);
  for (int i = 0; i < rounds; ++i) {
    const bool is_calm = !may_be_wild || below(together, 4) != 0;
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), is_calm ? together : own);
    for (const std::size_t each : order) {
      prepare(requests[each], first_tried + static_cast<int>(each) / 2, i);
      MPI_Start(&requests[each].request);
      if (is_calm) MPI_Wait(&requests[each].request, MPI_STATUS_IGNORE);
    }
    if (!is_calm && below(together, 4) == 0) pass_on();
    if (!is_calm) complete_all(requests, own);
    for (const Call& each : requests) each.check();
  }
  for (Call& each : requests) MPI_Request_free(&each.request);
  MPI_Comm_free(&comm);
}

void mix(int calls, Random& together, Random& own, const std::array<MPI_Comm, 2>& comms) {
  std::deque<Call> under_way;
  for (int i = 0; i < calls; ++i) {
    const bool is_calm = i / 150 % 2 == 0;
    const int kind = below(together, kinds), where = below(together, 2);
    if (!is_calm && below(together, 16) == 0) begin_one_after_the_other(kind, i, comms[where]);
    start(under_way.emplace_back(prepared(kind, i)), kind, comms[where]);
    if (is_calm) {
      MPI_Wait(&under_way.back().request, MPI_STATUS_IGNORE);
      under_way.back().check();
      under_way.pop_back();
      continue;
    }
    if (below(together, 8) == 0) pass_on();
    if (below(together, 8) == 0) add_all(comms[below(together, 2)]);
    if (below(own, 3) == 0 || under_way.size() == 5) complete(under_way, own);
    // A request that is complete on this process may not have begun on another one, and vice versa.
  }
  complete(under_way, own);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int seed = argc > 1 ? std::atoi(argv[1]) : 1, calls = argc > 2 ? std::atoi(argv[2]) : 1000;
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  Random together(seed), own(seed + 100 * (rank + 1));
  mix_orders(calls / 4, together, {MPI_COMM_WORLD, other});
  mix(calls, together, own, {MPI_COMM_WORLD, other});
  mix_persistent(calls / 8, together, own);
  MPI_Comm_free(&other);
  MPI_Finalize();
  return 0;
}
