// SPDX-License-Identifier: Apache-2.0
// A thread of a forked process prints, whatever another rank did when the process was forked.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "check.h"

constexpr int children = 20;

// The C library's own function, which a rank's calls do not find.
template <class Function>
static Function* original(const char* name) {
  auto* found = reinterpret_cast<Function*>(dlsym(dlopen("libc.so.6", RTLD_LAZY), name));
  CHECK(found != nullptr);
  return found;
}

// In a thread that belongs to no rank.
static void print_in_thread() {
  pthread_t thread;
  original<decltype(pthread_create)>("pthread_create")(
      &thread, nullptr,
      [](void*) -> void* {
        std::printf("child\n");
        std::fflush(stdout);
        return nullptr;
      },
      nullptr);
  original<decltype(pthread_join)>("pthread_join")(thread, nullptr);
}

// Holds the C library's lock of exit functions most of the time: it registers functions that never
// run.
static void register_until(MPI_Request* end) {
  auto* add = original<int(void (*)(void*), void*)>("__cxa_at_quick_exit");
  for (int ended = 0; ended == 0; MPI_Test(end, &ended, MPI_STATUS_IGNORE))
    for (int i = 0; i < 1000; ++i) add([](void*) {}, nullptr);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  MPI_Request end;
  if (rank != 0) {
    MPI_Ibarrier(MPI_COMM_WORLD, &end);
    register_until(&end);
  } else {
    for (int i = 0; i < children; ++i) {
      std::fflush(stdout);
      const pid_t child = fork();
      if (child == 0) {
        print_in_thread();
        _exit(0);
      }
      int status = 1;
      CHECK(waitpid(child, &status, 0) == child);
      CHECK(status == 0);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &end);
    MPI_Wait(&end, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
