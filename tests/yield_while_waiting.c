// SPDX-License-Identifier: Apache-2.0
/** \file
    A process of MPICH that waits gives its core to the other ones. MPICH on UCX looks for messages
    all the time that the kernel gives it, and tests have more processes than there are cores. Part
    of a test's program, or loaded before the MPI, this function is found before UCX's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

unsigned ucp_worker_progress(void* worker);

/** Under Linux 6.18 a process that yields loses its time slice, so that one that yields all the
    time hardly runs beside one that does not. A process that sleeps keeps its share. */
enum { yields_before_sleep = 100, sleep_microseconds = 20 };

unsigned ucp_worker_progress(void* worker) {
  typedef unsigned (*progress)(void*);
  static progress next;
  static _Thread_local unsigned idle;
  if (!next) next = (progress)dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned done = next(worker);
  if (done)
    idle = 0;
  else if (++idle < yields_before_sleep)
    sched_yield();
  else
    usleep(sleep_microseconds);
  return done;
}
