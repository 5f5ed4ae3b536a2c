// SPDX-License-Identifier: Apache-2.0
// Collectives behind requests, in every mix with others: what stands in memory after their
// completion must be what the installed MPI's blocking form gives.
//
//     requests SEED ROUNDS
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "exchanges.h"
#include "request_names.h"
#include "trial_call.h"

using namespace conformance;

namespace conformance {
void request_special_cases();
}

namespace {

/// One collective whose request the program has.
struct Pending {
  std::string what;
  std::size_t elements = 0;
  bool in_place = false;
  /// Makes the request, or, without one, runs the installed MPI's blocking form.
  std::function<int(const void* send, void* receive, MPI_Request* request)> call;
  std::vector<Arena> sent, received;  // planned and own
  MPI_Request request = MPI_REQUEST_NULL;

  void make() {
    sent.assign(2, Arena(elements));
    received.assign(2, Arena(elements));
    if (call(in_place ? MPI_IN_PLACE : sent[0].base(), received[0].base(), &request) != MPI_SUCCESS)
      fail(what + ": the request cannot be made");
  }
  void fill(unsigned seed) {
    for (int own = 0; own < 2; ++own) {
      sent[own].fill(seed);
      received[own].fill(seed + 1000);
    }
  }
  void check() {
    call(in_place ? MPI_IN_PLACE : sent[1].base(), received[1].base(), nullptr);
    if (!(sent[0] == sent[1])) fail(what + " changes what it must only read");
    if (!(received[0] == received[1]))
      fail(what + " differs at byte " + std::to_string(received[0].difference(received[1])));
  }
};

/// Alone, Open MPI 4.1 takes MPI_IN_PLACE for an address.
bool in_place(const TrialCall& t) {
  return t.sometimes() && t.size > 1;
}

Pending regular(const TrialCall& t, bool gathers) {
  Pending p;
  const int count = t.small_count();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  const MPI_Comm comm = t.comm;
  p.in_place = in_place(t);
  p.what = name(gathers ? "Allgather_init" : "Alltoall_init", t, -1, p.in_place);
  p.elements = static_cast<std::size_t>(count) * t.size;
  p.call = [=](const void* s, void* r, MPI_Request* request) {
    if (gathers)
      return request ? INIT(Allgather)(s, count, from, r, count, to, comm, MPI_INFO_NULL, request)
                     : PMPI_Allgather(s, count, from, r, count, to, comm);
    return request ? INIT(Alltoall)(s, count, from, r, count, to, comm, MPI_INFO_NULL, request)
                   : PMPI_Alltoall(s, count, from, r, count, to, comm);
  };
  return p;
}

Pending allgatherv(const TrialCall& t) {
  Pending p;
  std::vector<int> sizes(t.size);
  for (int& size : sizes) size = t.small_count();
  const auto blocks = std::make_shared<const Blocks>(t.random, sizes);
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  const MPI_Comm comm = t.comm;
  const int own = sizes[t.rank];
  p.in_place = in_place(t);
  p.what = name("Allgatherv_init", t, -1, p.in_place);
  p.elements = blocks->total;
  p.call = [=](const void* s, void* r, MPI_Request* request) {
    const int *n = blocks->counts.data(), *at = blocks->places.data();
    return request ? INIT(Allgatherv)(s, own, from, r, n, at, to, comm, MPI_INFO_NULL, request)
                   : PMPI_Allgatherv(s, own, from, r, n, at, to, comm);
  };
  return p;
}

Pending alltoallv(const TrialCall& t) {
  Pending p;
  p.in_place = in_place(t);
  const auto x = std::make_shared<const Exchange>(t, random_matrix(t, p.in_place));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  const MPI_Comm comm = t.comm;
  p.what = name("Alltoallv_init", t, -1, p.in_place);
  p.elements = x->most;
  p.call = [=](const void* s, void* r, MPI_Request* request) {
    const int *sn = x->sent.counts.data(), *sd = x->sent.places.data(),
              *rn = x->received.counts.data(), *rd = x->received.places.data();
    if (!request) return PMPI_Alltoallv(s, sn, sd, from, r, rn, rd, to, comm);
    // The arrays need not live as long as the request.
    const std::vector<int> a(sn, sn + t.size), b(sd, sd + t.size), c(rn, rn + t.size),
        d(rd, rd + t.size);
    return INIT(Alltoallv)(s, a.data(), b.data(), from, r, c.data(), d.data(), to, comm,
                           MPI_INFO_NULL, request);
  };
  return p;
}

Pending alltoallw(const TrialCall& t) {
  Pending p;
  p.in_place = in_place(t);
  const auto x = std::make_shared<const Exchange>(t, random_matrix(t, p.in_place));
  const auto w = std::make_shared<TypesOfExchange>(t, *x);
  const MPI_Comm comm = t.comm;
  p.what = name("Alltoallw_init", t, -1, p.in_place);
  p.elements = TypesOfExchange::spread * x->most;
  p.call = [=](const void* s, void* r, MPI_Request* request) {
    const int *sn = x->sent.counts.data(), *rn = x->received.counts.data();
    return request
               ? INIT(Alltoallw)(s, sn, w->sent_at.data(), w->from.data(), r, rn,
                                 w->received_at.data(), w->to.data(), comm, MPI_INFO_NULL, request)
               : PMPI_Alltoallw(s, sn, w->sent_at.data(), w->from.data(), r, rn,
                                w->received_at.data(), w->to.data(), comm);
  };
  return p;
}

Pending any_collective(const TrialCall& t, int which) {
  switch (which % 5) {
    case 0:
      return alltoallv(t);
    case 1:
      return regular(t, false);
    case 2:
      return regular(t, true);
    case 3:
      return allgatherv(t);
    default:
      return t.size == 1 ? alltoallv(t) : alltoallw(t);
  }
}

void look_until_complete(MPI_Request request) {
  for (int done = 0; !done;) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
}

/// Each process by the calls that it likes.
void complete(std::vector<MPI_Request>& requests, Random& own) {
  const int count = static_cast<int>(requests.size());
  std::vector<MPI_Status> statuses(count);
  std::vector<int> indices(count);
  int done = 0, index = 0, completed = 0;
  switch (below(own, 8)) {
    case 0:
      for (MPI_Request& r : requests) MPI_Wait(&r, MPI_STATUS_IGNORE);
      break;
    case 1:
      for (int i = count - 1; i >= 0; --i)
        for (done = 0; !done;) MPI_Test(&requests[i], &done, &statuses[i]);
      break;
    case 2:
      MPI_Waitall(count, requests.data(), statuses.data());
      break;
    case 3:
      while (!done) MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE);
      break;
    case 4:
      do MPI_Waitany(count, requests.data(), &index, statuses.data());
      while (index != MPI_UNDEFINED);
      break;
    case 5:
      for (index = 0; index != MPI_UNDEFINED;) {
        MPI_Testany(count, requests.data(), &index, &done, statuses.data());
        if (!done) index = 0;
      }
      break;
    case 6:
      do MPI_Waitsome(count, requests.data(), &completed, indices.data(), statuses.data());
      while (completed != MPI_UNDEFINED);
      break;
    default:
      for (const MPI_Request r : requests)
        if (r != MPI_REQUEST_NULL) look_until_complete(r);
      do MPI_Testsome(count, requests.data(), &completed, indices.data(), MPI_STATUSES_IGNORE);
      while (completed != MPI_UNDEFINED);
  }
}

/// Messages of the program around a ring, by plain and by persistent requests.
struct Ring {
  std::vector<int> out = std::vector<int>(30000), in = std::vector<int>(30000);
  int seed, left;
  std::vector<MPI_Request> requests = std::vector<MPI_Request>(2);
  Ring(const TrialCall& t, int number) : seed(number), left((t.rank + t.size - 1) % t.size) {
    out[0] = out.back() = t.rank + seed;
    const int n = static_cast<int>(out.size());
    MPI_Irecv(in.data(), n, MPI_INT, left, 3, t.comm, &requests[0]);
    MPI_Send_init(out.data(), n, MPI_INT, (t.rank + 1) % t.size, 3, t.comm, &requests[1]);
  }
  bool is_right() const { return in[0] == left + seed && in.back() == left + seed; }
};

/// Some collectives, messages, an inactive and a null request under way together, several times.
void mix(const TrialCall& t, int first, Random& own) {
  std::vector<Pending> pending;
  const int many = 1 + below(t.random, 3);
  for (int i = 0; i < many; ++i) pending.push_back(any_collective(t, first + i));
  Pending idle = alltoallv(t);
  for (Pending& p : pending) p.make();
  idle.make();
  for (int times = 0; times < 3; ++times) {
    const auto filling = static_cast<unsigned>(t.random());
    std::vector<MPI_Request> requests;
    for (Pending& p : pending) {
      p.fill(filling + t.rank);
      requests.push_back(p.request);
    }
    Ring ring(t, times);
    requests.insert(requests.begin(), ring.requests[1]);
    MPI_Startall(static_cast<int>(requests.size()), requests.data());
    requests.push_back(ring.requests[0]);
    requests.push_back(MPI_REQUEST_NULL);
    requests.push_back(idle.request);
    MPI_Request& barrier = requests.emplace_back();
    MPI_Ibarrier(t.comm, &barrier);
    complete(requests, own);
    if (!ring.is_right()) fail("the program's message is another one");
    MPI_Request_free(&ring.requests[1]);
    for (Pending& p : pending) p.check();
  }
  for (Pending& p : pending) {
    MPI_Request_free(&p.request);
    if (p.request != MPI_REQUEST_NULL) fail("a freed request is not null");
  }
  MPI_Request_free(&idle.request);
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  {
    const Layouts layouts;
    Random random(seed);
    TrialCall t{MPI_COMM_WORLD, 0, 0, random, layouts};
    PMPI_Comm_rank(t.comm, &t.rank);
    PMPI_Comm_size(t.comm, &t.size);
    request_special_cases();
    Random own(seed + 7777u * t.rank);
    for (int i = 0; i < rounds; ++i) {
      MPI_Comm comm;
      MPI_Comm_split(MPI_COMM_WORLD, 0, i % 2 ? -t.rank : t.rank, &comm);
      TrialCall here{comm, 0, t.size, random, layouts};
      PMPI_Comm_rank(comm, &here.rank);
      mix(here, 2 * i, own);
      MPI_Comm_free(&comm);
    }
  }
  MPI_Finalize();
  return 0;
}
