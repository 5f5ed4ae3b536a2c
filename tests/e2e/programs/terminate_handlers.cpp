// SPDX-License-Identifier: Apache-2.0
// Each rank has its own function for std::terminate(), also for the threads that it starts. It runs
// where the exception was thrown, before anything is unwound.
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <stdexcept>
#include <thread>

#include "check.h"

static int rank, unwound;

struct Frame {
  ~Frame() { unwound = 1; }
};

static void even() {
  std::printf("rank %d: even, unwound %d\n", rank, unwound);
  std::fflush(stdout);
  _exit(3);
}

static void odd() {
  try {
    throw;
  } catch (const std::exception& error) {
    std::printf("rank %d: odd: %s\n", rank, error.what());
  }
  std::fflush(stdout);
  _exit(4);
}

// The exit code of a process that ends in this function.
template <class Function>
static int code_of(Function function) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    function();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

[[gnu::noinline]] static void throw_behind_frame() {
  Frame frame;
  throw std::runtime_error("nothing catches it");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  const std::terminate_handler first = std::get_terminate();
  std::set_terminate(rank % 2 ? odd : even);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(std::get_terminate() == (rank % 2 ? odd : even));
  // Each case runs in a separate process, because the handler ends it.
  const int thrown = code_of(throw_behind_frame);
  const int in_thread = code_of([] { std::thread(throw_behind_frame).join(); });
  CHECK(std::set_terminate(first) == (rank % 2 ? odd : even));
  CHECK(first != nullptr);
  std::printf("rank %d: exit codes %d %d\n", rank, thrown, in_thread);
  MPI_Finalize();
}
