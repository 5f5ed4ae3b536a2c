// SPDX-License-Identifier: Apache-2.0
// Collectives behind requests, in every mix with others: the memory after their
// completion must be what the installed MPI's blocking form gives.
//
//     requests SEED ROUNDS [one]
//
// With "one" thread, since plans of several are detached when they start.
#include "pending.h"
#include "request_names.h"

using namespace conformance;

namespace conformance {
void request_special_cases();
}

namespace {

/// Some collectives, messages, an inactive and a null request under way together, several times.
void mix(const TrialCall& t, int first, Random& own) {
  std::vector<Pending> pending;
  const int many = 4 + below(t.random, 3);
  for (int i = 0; i < many; ++i) pending.push_back(any_collective(t, first + i));
  Pending idle = exchange(t, 0);
  const auto make = [&](Pending& p) {
    p.have_memory();
    p.make(Form::Persistent, t.comm);
  };
  for (Pending& p : pending) make(p);
  make(idle);
  MPI_Request together;
  INIT(Barrier)(t.comm, MPI_INFO_NULL, &together);
  for (int times = 0; times < 3; ++times) {
    const auto filling = static_cast<unsigned>(t.random());
    std::vector<MPI_Request> requests;
    for (Pending& p : pending) {
      p.fill(filling + t.rank);
      requests.push_back(p.request);
    }
    Ring ring(t, times);
    requests.insert(requests.begin(), ring.requests[1]);
    requests.push_back(together);
    MPI_Startall(static_cast<int>(requests.size()), requests.data());
    requests.push_back(ring.requests[0]);
    requests.push_back(MPI_REQUEST_NULL);
    requests.push_back(idle.request);
    MPI_Request& barrier = requests.emplace_back();
    MPI_Ibarrier(t.comm, &barrier);
    complete(requests, own);
    if (!ring.is_right()) fail("the program's message is another one");
    MPI_Request_free(&ring.requests[1]);
    for (Pending& p : pending) p.check(t.comm);
  }
  for (Pending& p : pending) {
    MPI_Request_free(&p.request);
    if (p.request != MPI_REQUEST_NULL) fail("a freed request is not null");
  }
  MPI_Request_free(&idle.request);
  MPI_Request_free(&together);
}

}  // namespace

int main(int argc, char** argv) {
  return run_rounds(argc, argv, request_special_cases,
                    [](const TrialCall& t, int round, Random& own) {
                      mix(t, 4 * round, own);
                      MPI_Comm comm = t.comm;
                      MPI_Comm_free(&comm);
                    });
}
