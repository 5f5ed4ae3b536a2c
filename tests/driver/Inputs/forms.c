/* SPDX-License-Identifier: Apache-2.0 */
/* Prints which form collectives have, on communicators of all kinds. With WINDOW there is computation that can hide
 * one. With LOADED a library that is loaded later has such computation. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

/* Number of calls of each form that reached the MPI. */
static int blocking, nonblocking;

int blocking_count(void), nonblocking_count(void);

static int rank;

static double sum(MPI_Comm communicator) {
  double own = 1, all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, communicator);
  return all;
}

static void say(const char* what, double result) {
  const int starts = nonblocking_count() - nonblocking, waits = blocking_count() - blocking;
  nonblocking += starts;
  blocking += waits;
  if (rank == 0) printf("%s: %d blocking, %d nonblocking, sum %g\n", what, waits, starts, result);
}

static double numbers[1 << 16];

static void overlapped(void) {
  double own = 1, all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#ifdef WINDOW
  for (int i = 0; i < 1 << 16; ++i) numbers[i] = numbers[i] * numbers[i] + i;
#endif
  say("first", all + (numbers[1] < 0));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  overlapped();
  say("world", sum(MPI_COMM_WORLD));
  say("again", sum(MPI_COMM_WORLD));
  say("self", sum(MPI_COMM_SELF));
  /* The MPI reuses handles for communicators of other processes. */
  for (int i = 0; i < 3; ++i) {
    MPI_Comm part, copy;
    MPI_Comm_split(MPI_COMM_WORLD, (rank + i) % 2, rank, &part);
    double all = sum(part);
    MPI_Comm_dup(part, &copy);
    MPI_Comm_free(&part);
    all += sum(copy);
    MPI_Comm_free(&copy);
    say("parts", all);
  }
  MPI_Comm half, groups;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 7, &groups);
  say("between two groups", sum(groups));
  MPI_Comm_free(&groups);
  MPI_Comm_free(&half);
  MPI_Barrier(MPI_COMM_WORLD);
  say("barrier", 0);
#ifdef LOADED
  void* library = dlopen("./libwindow.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) puts(dlerror());
  double (*loaded)(MPI_Comm);
  *(void**)&loaded = dlsym(library, "overlapped_in_library");
  say("loaded", loaded(MPI_COMM_WORLD));
#endif
  MPI_Finalize();
  return 0;
}
