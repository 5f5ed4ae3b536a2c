// SPDX-License-Identifier: Apache-2.0
// Collectives behind requests, and what else the program has under way beside them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/random_call.h"

namespace conformance {

/// How a collective is called; Own: the installed MPI's blocking one.
enum class Form { Own, Nonblocking, Persistent };

/// One collective whose request the program has.
struct Pending {
  std::string what;
  std::size_t elements = 0;
  bool in_place = false;
  bool has_result = true;     ///< on this process
  bool only_planned = false;  ///< the MPI's own form behind a request is wrong
  std::function<int(Form form, MPI_Comm comm, const void* send, void* receive,
                    MPI_Request* request)>
      call;
  std::vector<Arena> sent, received;  // planned and own
  MPI_Request request = MPI_REQUEST_NULL;
  std::function<void(void*)> prepare;  ///< what is sent, where it may not be just anything

  void have_memory() {
    sent.assign(2, Arena(elements));
    received.assign(2, Arena(elements));
  }
  void make(Form form, MPI_Comm comm) {
    if (run(form, comm, 0) != MPI_SUCCESS) fail(what + ": the request cannot be made");
  }
  void fill(unsigned variant) {
    for (int own = 0; own < 2; ++own) {
      sent[own].fill(variant);
      received[own].fill(variant + 1000);
      if (prepare) prepare(in_place ? received[own].base() : sent[own].base());
    }
  }
  void check(MPI_Comm comm) {
    run(Form::Own, comm, 1);
    if (!(sent[0] == sent[1])) fail(what + " changes what it must only read");
    if (has_result && !(received[0] == received[1]))
      fail(what + " differs at byte " + std::to_string(received[0].difference(received[1])));
  }

 private:
  int run(Form form, MPI_Comm comm, int own) {
    const void* from = in_place ? MPI_IN_PLACE : sent[own].base();
    return call(form, comm, from, received[own].base(), &request);
  }
};

/// With random arguments, the `which`-th of those where each has something for each, of those with
/// a root, and of those that pass on or combine a vector.
Pending exchange(const TrialCall& t, int which);
Pending rooted(const TrialCall& t, int which);
Pending of_vector(const TrialCall& t, int which);
/// All in turn, each kind now and then, as `number` goes on.
Pending any_collective(const TrialCall& t, int number);

inline void look_until_complete(MPI_Request request) {
  for (int done = 0; !done;) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
}

/// Each process by the calls that it likes.
inline void complete(std::vector<MPI_Request>& requests, Random& own) {
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

/// `PROGRAM SEED ROUNDS [one]`: the special cases, then so many calls of `round` on communicators
/// of their own, which it frees. `own`: numbers of this process only.
int run_rounds(int argc, char** argv, void (*special_cases)(),
               const std::function<void(const TrialCall& t, int round, Random& own)>& round);

}  // namespace conformance
