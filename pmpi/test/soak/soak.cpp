// SPDX-License-Identifier: Apache-2.0
// A soak: several threads make mixed collectives of random sizes, blocking, nonblocking and
// persistent, on communicators that come and go. The memory after each must be what the
// installed MPI gives.
//
//     soak SEED CALLS THREADS PARTS
//
// CALLS: of one thread. PARTS: into how many communicators, at most, one is split.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <thread>
#include <vector>

#include "conformance/random_call.h"
#include "conformance/random_communicator.h"
#include "requests/pending.h"

using namespace conformance;

/// Two processes on each host: only between hosts anything is tried.
extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", rank / 2);
  return MPI_SUCCESS;
}

namespace {

#ifdef MPICH
// MPICH 4.0 by itself hangs or ends with an error when persistent collectives are in this mix.
constexpr bool bears_persistent = false;
#else
constexpr bool bears_persistent = true;
#endif

/// The calls of one thread of each process, on communicators made from its own one.
class Soak {
 public:
  Soak(int thread, int most_parts, MPI_Comm base)
      : base_(base), most_parts_(most_parts), random_(seed + 1009u * thread) {
    PMPI_Comm_rank(base, &rank_);
    own_.seed(seed + 7777u * rank_ + thread);
    for (TrialFunction reduction : reductions()) blocking_.push_back(reduction);
  }

  void run(int calls) {
    while (done_ < calls) {
      MPI_Comm comm = any_communicator(base_, random_, most_parts_);
      // Parts of the base may be of different sizes, so they draw different numbers of numbers.
      Random of_comm(random_());
      TrialCall here{comm, 0, 0, of_comm, layouts_};
      PMPI_Comm_rank(comm, &here.rank);
      PMPI_Comm_size(comm, &here.size);
      for (int left = 1 + below(random_, 20); left > 0; --left)
        mixed_call(here, below(random_, 10));
      if (comm != base_) MPI_Comm_free(&comm);
    }
  }

 private:
  void mixed_call(const TrialCall& here, int kind) {
    if (kind == 0)
      behind_requests(here, Form::Nonblocking, 1);
    else if (kind == 1 && bears_persistent)
      behind_requests(here, Form::Persistent, 3);
    else
      blocking_[done_++ % blocking_.size()](here);
  }

  /// Several under way together, so many times.
  void behind_requests(const TrialCall& here, Form form, int times) {
    std::deque<Pending> pending;  // addresses must last
    const int many = 1 + done_ % 4;
    for (int i = 0; i < many; ++i) {
      Pending p = any_collective(here, done_ + i);
      if (p.only_planned) continue;
      p.have_memory();
      pending.push_back(std::move(p));
    }
    done_ += many * times;
    if (form == Form::Persistent)
      for (Pending& p : pending) p.make(form, here.comm);
    for (int time = 0; time < times; ++time) {
      std::vector<MPI_Request> requests;
      for (Pending& p : pending) {
        p.fill(static_cast<unsigned>(here.random()) + here.rank);
        if (form == Form::Nonblocking) p.make(form, here.comm);
        if (form == Form::Persistent) MPI_Start(&p.request);
        requests.push_back(p.request);
      }
      complete(requests, own_);
      for (Pending& p : pending) p.check(here.comm);
    }
    if (form == Form::Persistent)
      for (Pending& p : pending) MPI_Request_free(&p.request);
  }

  MPI_Comm base_;
  int most_parts_;
  int rank_ = 0;
  int done_ = 0;
  Random random_;  ///< draws the same numbers in all processes
  Random own_;
  Layouts layouts_;
  std::vector<TrialFunction> blocking_ = movements();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  seed = static_cast<unsigned>(std::atol(argv[1]));
  in_threads(std::atoi(argv[3]), [&](int thread, MPI_Comm base) {
    Soak(thread, std::atoi(argv[4]), base).run(std::atoi(argv[2]));
  });
  MPI_Finalize();
  return 0;
}
