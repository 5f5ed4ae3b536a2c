// SPDX-License-Identifier: Apache-2.0
// MPI_Init … MPI_Finalize, MPI_Abort, threads, time: what a rank asks of the job.
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "errors/source_location.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "rank/complete_pending.h"
#include "rank/job.h"

namespace bamboo::mpi {

namespace {

const Rank& initialize(const char* function, void* call_site, int required_thread_level) {
  const InMpi in_mpi(function, call_site);
  Rank& rank = *in_mpi.rank;
  rank.require_others();
  rank.begin_call(function, call_site);
  rank.initialize(required_thread_level);
  return rank;
}

/// Queries that any thread may make, at any thread level of the rank.
template <class Question>
int ask(const char* function, void* call_site, int* answer, const char* argument,
        Question&& question) {
  const Rank& asked = calling_rank(function, call_site);
  if (!asked.process.is_here() && !asked.own_threads()) {
    *answer = question(asked);
    return MPI_SUCCESS;
  }
  return enter(function, call_site, MPI_COMM_NULL, [&](const Rank& rank) {
    check_pointer(answer, argument);
    *answer = question(rank);
  });
}

}  // namespace

extern "C" {

int MPI_Init(int*, char***) {
  initialize("MPI_Init", __builtin_return_address(0), MPI_THREAD_SINGLE);
  return MPI_SUCCESS;
}

int MPI_Init_thread(int*, char***, int required, int* provided) {
  const Rank& rank = initialize("MPI_Init_thread", __builtin_return_address(0), required);
  if (provided) *provided = rank.life.thread_level;
  return MPI_SUCCESS;
}

int MPI_Initialized(int* flag) {
  const Rank& rank = calling_rank("MPI_Initialized", __builtin_return_address(0));
  *flag = rank.life.phase != Phase::BeforeInit;
  return MPI_SUCCESS;
}

int MPI_Finalized(int* flag) {
  const Rank& rank = calling_rank("MPI_Finalized", __builtin_return_address(0));
  *flag = rank.life.phase == Phase::Finalized;
  return MPI_SUCCESS;
}

int MPI_Finalize(void) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    if (rank.life.phase != Phase::Running) rank.fail_outside("MPI_Finalize");
    rank.communicators.self.attributes.erase_all(MPI_COMM_SELF);  // calls the program's functions
    if (!rank.sessions.any()) complete_pending(rank);  // else the last session's end does this
    rank.life.phase = Phase::Finalized;
  });
}

int MPI_Query_thread(int* provided) {
  return ask(__func__, __builtin_return_address(0), provided, "provided",
             [](const Rank& rank) { return rank.life.thread_level; });
}

int MPI_Is_thread_main(int* flag) {
  return ask(__func__, __builtin_return_address(0), flag, "flag",
             [](const Rank& rank) { return static_cast<int>(rank.process.is_here()); });
}

int MPI_Abort(MPI_Comm, int errorcode) {
  void* const call_site = __builtin_return_address(0);
  const Rank& rank = calling_rank("MPI_Abort", call_site);
  support::error("rank %d called MPI_Abort with error code %d (at %s)", rank.id(), errorcode,
                 describe_call_site(rank.called_from ? rank.called_from : call_site).c_str());
  end_job(errorcode);
}

double MPI_Wtime(void) {
  // Counts from the start of the process, as Open MPI does, because some programs rely on a small
  // value.
  using namespace std::chrono;
  static const steady_clock::time_point start = steady_clock::now();
  return duration<double>(steady_clock::now() - start).count();
}

double MPI_Wtick(void) {
  using period = std::chrono::steady_clock::period;
  return static_cast<double>(period::num) / period::den;
}

int MPI_Get_processor_name(char* name, int* resultlen) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(name, "name");
    check_pointer(resultlen, "resultlen");
    if (::gethostname(name, MPI_MAX_PROCESSOR_NAME) != 0)
      fail(MPI_ERR_OTHER, "the host has no name");
    name[MPI_MAX_PROCESSOR_NAME - 1] = '\0';
    *resultlen = static_cast<int>(std::char_traits<char>::length(name));
  });
}

int MPI_Pcontrol(const int, ...) {
  return MPI_SUCCESS;
}

}  // extern "C"
}  // namespace bamboo::mpi
