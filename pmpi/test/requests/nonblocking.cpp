// SPDX-License-Identifier: Apache-2.0
// Nonblocking collectives, several on a communicator at a time, with blocking ones and messages
// between: the memory after their completion must be what the installed MPI's blocking
// form gives.
//
//     nonblocking SEED ROUNDS [one]
//
// With "one" thread, since plans of several are detached when they start.
#include <deque>

#include "pending.h"

using namespace conformance;

namespace conformance {
void nonblocking_special_cases();
}

namespace {

/// A blocking one, planned as well.
void collective_between(const TrialCall& t) {
  int sum = 0;
  const int one = 1;
  if (t.sometimes())
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, t.comm);
  else
    sum = t.size;
  if (sum != t.size) fail("a blocking collective between nonblocking ones is wrong");
  std::vector<int> ranks(t.size, -1);
  MPI_Allgather(&t.rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, t.comm);
  for (int i = 0; i < t.size; ++i)
    if (ranks[i] != i) fail("a blocking collective between nonblocking ones is wrong");
}

/// On a communicator that is freed, at times before they are complete. `own`: numbers of this
/// process only.
void mix(const TrialCall& t, MPI_Comm parent, Random& own) {
  std::deque<Pending> pending;  // addresses must last
  const int many = 4 + below(t.random, 6);
  const bool frees_early = t.sometimes();
  MPI_Comm comm = t.comm;
  Ring ring(t, many);
  std::vector<MPI_Request> requests{ring.requests[1], ring.requests[0], MPI_REQUEST_NULL};
  MPI_Start(requests.data());
  for (int i = 0; i < many; ++i) {
    static int number = 0;
    Pending& p = pending.emplace_back(any_collective(t, number++));
    p.have_memory();
    p.fill(static_cast<unsigned>(t.random()) + t.rank);
    p.make(Form::Nonblocking, comm);
    requests.push_back(p.request);
    if (t.sometimes()) MPI_Ibarrier(comm, &requests.emplace_back());
    if (t.sometimes()) collective_between(t);
    int there = 0;
    if (below(own, 2) == 0) MPI_Test(&requests.back(), &there, MPI_STATUS_IGNORE);
  }
  if (frees_early) MPI_Comm_free(&comm);
  complete(requests, own);
  if (!ring.is_right()) fail("the program's message is another one");
  MPI_Request_free(&ring.requests[1]);
  // The blocking forms run elsewhere, in the same order of ranks.
  if (frees_early) MPI_Comm_split(parent, 0, t.rank, &comm);
  for (Pending& p : pending) p.check(comm);
  MPI_Comm_free(&comm);
}

}  // namespace

int main(int argc, char** argv) {
  return run_rounds(argc, argv, nonblocking_special_cases,
                    [](const TrialCall& t, int, Random& own) { mix(t, MPI_COMM_WORLD, own); });
}
