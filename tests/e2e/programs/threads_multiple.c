/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: libs=-pthread ranks=1,2,4,8 */
/* MPI_THREAD_MULTIPLE: threads of a rank send, receive, probe, wait and call collectives at a time,
 * on communicators of their own and on the same one. */
#include <pthread.h>
#include <stdint.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 40, LARGE = 20000 };

static int rank, size;
static MPI_Comm comms[THREADS];
static long sums[THREADS];

static void run(void* (*body)(void*)) {
  pthread_t threads[THREADS];
  for (intptr_t t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, body, (void*)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
}

static int value(int from, int thread, int round) {
  return 1000003 * from + 1009 * thread + round;
}

/* Each thread has a partner in the next rank: threads wait on the same communicator at a time. */
static void* ring(void* argument) {
  const int me = (int)(intptr_t)argument, next = (rank + 1) % size, last = (rank + size - 1) % size;
  int* large = malloc(LARGE * sizeof(int));
  for (int i = 0; i < ROUNDS; i++) {
    const int mine = value(rank, me, i), count = i % 4 == 3 ? LARGE : 1 + i;
    int* all = malloc(LARGE * sizeof(int));
    for (int k = 0; k < count; k++) all[k] = mine + k;
    MPI_Status status;
    MPI_Request sent;
    MPI_Isend(all, count, MPI_INT, next, me, MPI_COMM_WORLD, &sent);
    if (i % 3 == 0) {
      MPI_Recv(large, LARGE, MPI_INT, last, me, MPI_COMM_WORLD, &status);
    } else if (i % 3 == 1) {
      MPI_Probe(last, me, MPI_COMM_WORLD, &status);
      MPI_Recv(large, LARGE, MPI_INT, last, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Request received;
      int done = 0;
      MPI_Irecv(large, LARGE, MPI_INT, last, me, MPI_COMM_WORLD, &received);
      while (!done) MPI_Test(&received, &done, &status);
    }
    int received;
    MPI_Get_count(&status, MPI_INT, &received);
    CHECK(received == count);
    for (int k = 0; k < count; k++) CHECK(large[k] == value(last, me, i) + k);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    sums[me] += large[count - 1];
    free(all);
  }
  free(large);
  return NULL;
}

/* Collectives of several communicators at a time, blocking and not. */
static void* collectives(void* argument) {
  const int me = (int)(intptr_t)argument;
  const MPI_Comm comm = comms[me];
  for (int i = 0; i < ROUNDS; i++) {
    int mine[2] = {value(rank, me, i), rank}, sum[2], root = i % size, word = -1;
    MPI_Allreduce(mine, sum, 2, MPI_INT, MPI_SUM, comm);
    int expected = 0;
    for (int r = 0; r < size; r++) expected += value(r, me, i);
    CHECK(sum[0] == expected && sum[1] == size * (size - 1) / 2);
    MPI_Request requests[2];
    MPI_Ibarrier(comm, &requests[0]);
    if (rank == root) word = value(root, me, i);
    MPI_Ibcast(&word, 1, MPI_INT, root, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(word == value(root, me, i));
    sums[me] += word;
  }
  return NULL;
}

/* Threads make communicators of different ones at a time, and attributes with them. */
static void* constructors(void* argument) {
  const int me = (int)(intptr_t)argument;
  for (int i = 0; i < 6; i++) {
    MPI_Comm copy, half;
    int among, of;
    MPI_Comm_dup(comms[me], &copy);
    MPI_Comm_split(copy, (rank + me) % 2, rank, &half);
    MPI_Comm_rank(half, &among);
    MPI_Comm_size(half, &of);
    int last = rank;
    MPI_Bcast(&last, 1, MPI_INT, of - 1, half);
    sums[me] += 100 * among + last;
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
  }
  return NULL;
}

/* One thread starts or finds a message, and another one completes it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static MPI_Request handed_over[ROUNDS];
static MPI_Message found[ROUNDS];
static int given, words[ROUNDS];

static void* starts(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Request request;
    MPI_Message message;
    MPI_Irecv(&words[i], 1, MPI_INT, (rank + 1) % size, 7, comms[0], &request);
    MPI_Mprobe((rank + size - 1) % size, 8, comms[1], &message, MPI_STATUS_IGNORE);
    pthread_mutex_lock(&lock);
    handed_over[given] = request;
    found[given++] = message;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void* completes(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    while (given <= i) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    int word;
    MPI_Mrecv(&word, 1, MPI_INT, &found[i], MPI_STATUS_IGNORE);
    CHECK(word == value((rank + size - 1) % size, 1, i));
    MPI_Wait(&handed_over[i], MPI_STATUS_IGNORE);
    CHECK(words[i] == value((rank + 1) % size, 0, i));
  }
  return unused;
}

static void* sends(void* unused) {
  for (int i = 0; i < ROUNDS; i++) {
    const int a = value(rank, 0, i), b = value(rank, 1, i);
    MPI_Send(&b, 1, MPI_INT, (rank + 1) % size, 8, comms[1]);
    MPI_Ssend(&a, 1, MPI_INT, (rank + size - 1) % size, 7, comms[0]);
  }
  return unused;
}

static void* hands_over(void* argument) {
  void* (*const roles[])(void*) = {starts, completes, sends};
  const int me = (int)(intptr_t)argument;
  return me < 3 ? roles[me](NULL) : NULL;
}

/* Errors of a call belong to the thread that calls. */
static void* errors(void* argument) {
  const int me = (int)(intptr_t)argument;
  for (int i = 0; i < ROUNDS; i++) {
    int class = MPI_SUCCESS, word = 0;
    const int code = me % 2 ? MPI_Send(&word, 1, MPI_INT, size + me, 0, comms[me])
                            : MPI_Send(&word, -1, MPI_INT, 0, 0, comms[me]);
    MPI_Error_class(code, &class);
    CHECK(class == (me % 2 ? MPI_ERR_RANK : MPI_ERR_COUNT));
    sums[me]++;
  }
  return NULL;
}

static void* is_main(void* argument) {
  int flag = 1;
  MPI_Is_thread_main(&flag);
  CHECK(!flag);
  return argument;
}

int main(int argc, char** argv) {
  int provided, flag;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Query_thread(&provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Is_thread_main(&flag);
  CHECK(flag);
  rank = world_rank();
  size = world_size();
  for (int t = 0; t < THREADS; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
  run(is_main);
  run(ring);
  run(collectives);
  run(constructors);
  run(hands_over);
  for (int t = 0; t < THREADS; t++) MPI_Comm_set_errhandler(comms[t], MPI_ERRORS_RETURN);
  run(errors);
  printf("rank %d: %ld %ld %ld %ld\n", rank, sums[0], sums[1], sums[2], sums[3]);
  for (int t = 0; t < THREADS; t++) MPI_Comm_free(&comms[t]);
  MPI_Finalize();
  return 0;
}
