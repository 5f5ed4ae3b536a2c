// SPDX-License-Identifier: Apache-2.0
// The services of the runtime for the functions of libc/locks.c, which are part of every image.
#include "process_state/held_locks.h"

#include <pthread.h>

#include <cstdio>

#include "bamboo/taskgraph/runtime.h"
#include "process_state/process_state.h"

namespace bamboo::mpi {

void HeldLocks::took() {
  if (count_++ > 0) return;
  free_worker_ = rank_.pinned_worker.load(std::memory_order_relaxed);
  rank_.pinned_worker.store(Runtime::worker(), std::memory_order_relaxed);
}

void HeldLocks::left() {
  if (count_ == 0) return;  // the rank has not taken this lock itself, so any thread may hold it
  --count_;
  if (count_ == 0) rank_.pinned_worker.store(free_worker_, std::memory_order_relaxed);
}

#define BAMBOO_EXPORT __attribute__((visibility("default")))

extern "C" {

BAMBOO_EXPORT void bamboo_rank_took_lock() {
  if (ProcessState* own = ProcessState::current()) own->locks.took();
}
BAMBOO_EXPORT void bamboo_rank_left_lock() {
  if (ProcessState* own = ProcessState::current()) own->locks.left();
}

BAMBOO_EXPORT int bamboo_libc_mutex_lock(pthread_mutex_t* mutex) {
  return ::pthread_mutex_lock(mutex);
}
BAMBOO_EXPORT int bamboo_libc_mutex_trylock(pthread_mutex_t* mutex) {
  return ::pthread_mutex_trylock(mutex);
}
BAMBOO_EXPORT int bamboo_libc_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  return ::pthread_mutex_timedlock(mutex, until);
}
BAMBOO_EXPORT int bamboo_libc_mutex_unlock(pthread_mutex_t* mutex) {
  return ::pthread_mutex_unlock(mutex);
}
BAMBOO_EXPORT int bamboo_libc_rwlock_rdlock(pthread_rwlock_t* lock) {
  return ::pthread_rwlock_rdlock(lock);
}
BAMBOO_EXPORT int bamboo_libc_rwlock_wrlock(pthread_rwlock_t* lock) {
  return ::pthread_rwlock_wrlock(lock);
}
BAMBOO_EXPORT int bamboo_libc_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return ::pthread_rwlock_tryrdlock(lock);
}
BAMBOO_EXPORT int bamboo_libc_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return ::pthread_rwlock_trywrlock(lock);
}
BAMBOO_EXPORT int bamboo_libc_rwlock_unlock(pthread_rwlock_t* lock) {
  return ::pthread_rwlock_unlock(lock);
}
BAMBOO_EXPORT void bamboo_libc_flockfile(FILE* stream) {
  ::flockfile(stream);
}
BAMBOO_EXPORT int bamboo_libc_ftrylockfile(FILE* stream) {
  return ::ftrylockfile(stream);
}
BAMBOO_EXPORT void bamboo_libc_funlockfile(FILE* stream) {
  ::funlockfile(stream);
}
}

}  // namespace bamboo::mpi
