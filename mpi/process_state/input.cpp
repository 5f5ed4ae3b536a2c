// SPDX-License-Identifier: Apache-2.0
// The runtime's part of each rank's standard input; see libc/stdin_state.c.
#include "process_state/input.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "errors/end_job.h"
#include "process_state/process_state.h"

namespace bamboo::mpi {

namespace {

/// In a process that a rank has forked and that may execute another program: descriptor 0 becomes
/// the rank's input.
void take_input_for_child() {
  const ProcessState* own = ProcessState::current();
  if (own && !own->reads_process_input()) own->input.become_input_of_process();
}

}  // namespace

void Input::prepare_for_children() {
  static const int prepared [[maybe_unused]] =
      ::pthread_atfork(nullptr, nullptr, take_input_for_child);
}

void Input::become_input_of_process() const {
  ::dup2(descriptor_ >= 0 ? descriptor_ : ::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  // Programs replace the descriptor that fileno(stdin) returns, and execute another program.
  if (stream_) stream_->_fileno = STDIN_FILENO;
}

std::FILE* Input::stream(bool of_process) {
  if (stream_) return stream_;
  stream_ = of_process ? stdin : std::fopen("/dev/null", "re");
  if (!stream_) {
    std::perror("bamboo: error: cannot open an input for a rank");
    end_job(1);
  }
  descriptor_ = ::fileno(stream_);
  return stream_;
}

extern "C" {

/// The stream that is the rank's stdin.
__attribute__((visibility("default"))) std::FILE* bamboo_rank_stdin() {
  ProcessState* own = ProcessState::current();
  return own && own->shares_process() ? own->input.stream(own->reads_process_input()) : stdin;
}

/// Its descriptor; negative where no other rank is in the process.
__attribute__((visibility("default"))) int bamboo_rank_input_descriptor() {
  const ProcessState* own = ProcessState::current();
  return own && own->shares_process() ? own->input.descriptor() : -1;
}

/// The descriptor in this process that is the rank's standard input. A process that a rank has
/// forked has a descriptor 0 for itself alone.
__attribute__((visibility("default"))) int bamboo_rank_stdin_descriptor() {
  ProcessState* own = ProcessState::current();
  if (!own || !own->shares_process()) return STDIN_FILENO;
  own->input.stream(own->reads_process_input());
  return own->input.descriptor();
}

/// Like read, for libraries that have no other function of libc/ in front of the C library's.
__attribute__((visibility("default"))) ssize_t bamboo_rank_read(int descriptor, void* buffer,
                                                                std::size_t size) {
  return ::read(descriptor == STDIN_FILENO ? bamboo_rank_stdin_descriptor() : descriptor, buffer,
                size);
}
}

}  // namespace bamboo::mpi
