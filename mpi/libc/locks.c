/* SPDX-License-Identifier: Apache-2.0 */
/* A lock belongs to the thread that has taken it: while a rank holds one, only that thread may run
 * the rank. The standard streams, which all ranks share, are not locked: the text that a rank
 * writes to stdout belongs to the rank until a line is complete. Otherwise a rank that waits for
 * the lock could occupy the worker that the holder needs. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

extern void bamboo_rank_took_lock(void);
extern void bamboo_rank_left_lock(void);

/* The functions of the C library, which the functions below replace. */
extern int bamboo_libc_mutex_lock(pthread_mutex_t*);
extern int bamboo_libc_mutex_trylock(pthread_mutex_t*);
extern int bamboo_libc_mutex_timedlock(pthread_mutex_t*, const struct timespec*);
extern int bamboo_libc_mutex_unlock(pthread_mutex_t*);
extern int bamboo_libc_rwlock_rdlock(pthread_rwlock_t*);
extern int bamboo_libc_rwlock_wrlock(pthread_rwlock_t*);
extern int bamboo_libc_rwlock_tryrdlock(pthread_rwlock_t*);
extern int bamboo_libc_rwlock_trywrlock(pthread_rwlock_t*);
extern int bamboo_libc_rwlock_unlock(pthread_rwlock_t*);
extern void bamboo_libc_flockfile(FILE*);
extern int bamboo_libc_ftrylockfile(FILE*);
extern void bamboo_libc_funlockfile(FILE*);

static int taken(int error) {
  if (error == 0) bamboo_rank_took_lock();
  return error;
}
static int left(int error) {
  if (error == 0) bamboo_rank_left_lock();
  return error;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return taken(bamboo_libc_mutex_lock(mutex));
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return taken(bamboo_libc_mutex_trylock(mutex));
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
  return taken(bamboo_libc_mutex_timedlock(mutex, until));
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return left(bamboo_libc_mutex_unlock(mutex));
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  return taken(bamboo_libc_rwlock_rdlock(lock));
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  return taken(bamboo_libc_rwlock_wrlock(lock));
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return taken(bamboo_libc_rwlock_tryrdlock(lock));
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return taken(bamboo_libc_rwlock_trywrlock(lock));
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return left(bamboo_libc_rwlock_unlock(lock));
}

static int is_shared(const FILE* stream) {
  return stream == stdin || stream == stdout || stream == stderr;
}

void flockfile(FILE* stream) {
  if (is_shared(stream)) return;
  bamboo_libc_flockfile(stream);
  bamboo_rank_took_lock();
}
int ftrylockfile(FILE* stream) {
  return is_shared(stream) ? 0 : taken(bamboo_libc_ftrylockfile(stream));
}
void funlockfile(FILE* stream) {
  if (is_shared(stream)) return;
  bamboo_libc_funlockfile(stream);
  bamboo_rank_left_lock();
}
