/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded in front of MPICH's UCX on a cluster: lets MPI_Finalize end.
 *
 * MPICH before 4.2 flushes its connections there, then waits in a barrier of the launcher without
 * serving them; a process that flushes later then waits for an answer that never comes. Here a thread
 * serves them from the first disconnection on until UCX is closed. Before that, nothing is changed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_WORKERS = 64, PAUSE = 200 /* microseconds */ };

static void* workers[MOST_WORKERS];
static int worker_count;
static atomic_bool ending;
static atomic_bool stop;
static pthread_t server;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static unsigned (*real_progress)(void*);

/* UCX's own function; UCX may have come with a library that was loaded by hand. */
static void* real(const char* name) {
  void* function = dlsym(RTLD_NEXT, name);
  if (function) return function;
  void* library = dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD);
  return library ? dlsym(library, name) : NULL;
}

static void* serve(void* unused) {
  while (!atomic_load(&stop)) {
    pthread_mutex_lock(&one_at_a_time);
    for (int i = 0; i < worker_count; i++) real_progress(workers[i]);
    pthread_mutex_unlock(&one_at_a_time);
    usleep(PAUSE);
  }
  return unused;
}

int ucp_worker_create(void* context, const void* parameters, void** worker) {
  int (*create)(void*, const void*, void**) = real("ucp_worker_create");
  real_progress = real("ucp_worker_progress");
  const int status = create(context, parameters, worker);
  if (status == 0 && worker_count < MOST_WORKERS) workers[worker_count++] = *worker;
  return status;
}

unsigned ucp_worker_progress(void* worker) {
  if (!atomic_load_explicit(&ending, memory_order_relaxed)) return real_progress(worker);
  pthread_mutex_lock(&one_at_a_time);
  const unsigned count = real_progress(worker);
  pthread_mutex_unlock(&one_at_a_time);
  return count;
}

void* ucp_disconnect_nb(void* endpoint) {
  void* (*disconnect)(void*) = real("ucp_disconnect_nb");
  if (!atomic_exchange(&ending, 1) && pthread_create(&server, NULL, serve, NULL) != 0) ending = 0;
  pthread_mutex_lock(&one_at_a_time);
  void* request = disconnect(endpoint);
  pthread_mutex_unlock(&one_at_a_time);
  return request;
}

void ucp_worker_destroy(void* worker) {
  void (*destroy)(void*) = real("ucp_worker_destroy");
  if (atomic_load(&ending) && !atomic_exchange(&stop, 1)) pthread_join(server, NULL);
  destroy(worker);
}
