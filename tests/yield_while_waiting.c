// SPDX-License-Identifier: Apache-2.0
/** \file
    A process of MPICH that waits gives its core to the other ones. MPICH on UCX looks for messages
    all the time that the kernel gives it, and tests have more processes than there are cores. Part
    of a test's program, this function is found before UCX's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void* worker);

unsigned ucp_worker_progress(void* worker) {
  typedef unsigned (*progress)(void*);
  static progress next;
  if (!next)
    next = (progress)dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned done = next(worker);
  if (!done)
    sched_yield();
  return done;
}
