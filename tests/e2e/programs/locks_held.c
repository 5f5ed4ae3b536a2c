/* SPDX-License-Identifier: Apache-2.0 */
/* A rank that holds a lock while it waits continues on the thread that has taken it. */
/* e2e: flags=-pthread */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

static pthread_mutex_t mutex, other;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;

static void make(pthread_mutex_t* made, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutex_init(made, &attributes);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  int token = rank, sum = 0;
  make(&mutex, PTHREAD_MUTEX_ERRORCHECK);
  make(&other, PTHREAD_MUTEX_RECURSIVE);
  FILE* log = tmpfile();
  CHECK(log);
  for (int i = 0; i < 100; i++) {
    CHECK(pthread_mutex_lock(&mutex) == 0);
    const long thread = syscall(SYS_gettid);
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % ranks, 0, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    CHECK(pthread_mutex_trylock(&other) == 0 && pthread_mutex_lock(&other) == 0);
    CHECK(syscall(SYS_gettid) == thread);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(syscall(SYS_gettid) == thread);
    CHECK(pthread_mutex_unlock(&other) == 0 && pthread_rwlock_wrlock(&shared) == 0);
    CHECK(pthread_mutex_unlock(&other) == 0);
    flockfile(log);
    CHECK(pthread_rwlock_unlock(&shared) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(syscall(SYS_gettid) == thread);
    funlockfile(log);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += token;
  }
  for (int i = 0; i < 20; i++) {
    flockfile(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %d, ", rank, i);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("still locked\n");
    funlockfile(stdout);
  }
  printf("rank %d: %d\n", rank, sum);
  fclose(log);
  MPI_Finalize();
  return 0;
}
