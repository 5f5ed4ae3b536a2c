// SPDX-License-Identifier: Apache-2.0
// The runtime's part of each rank's standard input; see stdin_state.c.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

/// The first rank of a process has the process's input.
bool reads_process_input(const Rank& rank) {
  return rank.job.local_ranks().front() == &rank;
}

bool shares_process(const Rank& rank) {
  return rank.job.local_ranks().size() > 1 && !rank.job.in_forked_child();
}

/// In a process that a rank has forked, which may execute another program: its descriptor 0 is
/// what was the rank's.
void take_for_child() {
  const Rank* rank = Rank::current_or_null();
  if (!rank || reads_process_input(*rank)) return;
  const int input = rank->input >= 0 ? rank->input : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(input, STDIN_FILENO);
}

}  // namespace

void prepare_input_for_children() {
  static const int prepared [[maybe_unused]] = ::pthread_atfork(nullptr, nullptr, take_for_child);
}

bool has_input(const Rank& rank) {
  return !shares_process(rank) || reads_process_input(rank);
}

extern "C" {

/// The stream that is the rank's stdin.
__attribute__((visibility("default"))) std::FILE* bamboo_rank_stdin() {
  Rank* rank = Rank::current_or_null();
  if (!rank || !shares_process(*rank)) return stdin;
  if (rank->input_stream) return rank->input_stream;
  rank->input_stream = reads_process_input(*rank) ? stdin : std::fopen("/dev/null", "re");
  if (!rank->input_stream) {
    std::perror("bamboo: error: cannot open an input for a rank");
    end_job(1);
  }
  rank->input = ::fileno(rank->input_stream);
  return rank->input_stream;
}

/// Its descriptor; negative where no other rank is in the process.
__attribute__((visibility("default"))) int bamboo_rank_input_descriptor() {
  const Rank* rank = Rank::current_or_null();
  return rank && shares_process(*rank) ? rank->input : -1;
}
}

}  // namespace bamboo::mpi
