/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of programs that time collectives: patterns of messages, contents that can be
 * checked, what TCP had to send again. C and C++. All MPI calls go by PMPI_, so that a library in
 * front of the MPI sees nothing but what is measured. */
#ifndef BAMBOO_EXPERIMENTS_COLLECTIVE_BENCH_H
#define BAMBOO_EXPERIMENTS_COLLECTIVE_BENCH_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

static void* new_memory(size_t bytes) {
  void* memory = calloc(bytes ? bytes : 1, 1);
  if (!memory) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    PMPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

static inline uint64_t mix_bits(uint64_t x) { /* the finaliser of splitmix64 */
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static inline int size_of_pair(const char* name, int each, int p, int pairs) {
  if (strcmp(name, "random") != 0) return each;
  return p < pairs * 2 / 3 ? 65536 : p < pairs * 3 / 4 ? 16384 : 100;
}

/* Rank 0 and up to five others, spread over all. */
static inline int is_one_of_five(int from, int to, int size) {
  for (int receiver = 0; from == 0 && receiver < 5 && size > 1; ++receiver)
    if (to == 1 + receiver * (size - 1) / 5) return 1;
  return 0;
}

/* bytes[from * size + to]; no rank sends to itself. "uniform": `each` for every pair. "random": two
 * thirds of the pairs have 64 KiB, a twelfth 16 KiB, the others 100 bytes, which on 16 ranks are
 * the 160, 20 and 60 messages of the CC-MPI paper's Table 3; `each` says which of the random
 * patterns. "five": `each` from rank 0 to five others, as in its Fig. 10. */
static int* make_pattern(const char* name, int each, int size) {
  const int pairs = size * (size - 1);
  int* sizes = (int*)new_memory(sizeof(int) * (size_t)pairs);
  int* bytes = (int*)new_memory(sizeof(int) * (size_t)size * (size_t)size);
  for (int p = 0; p < pairs; ++p) sizes[p] = size_of_pair(name, each, p, pairs);
  for (int p = pairs - 1; strcmp(name, "random") == 0 && p > 0; --p) {
    const int other =
        (int)(mix_bits(mix_bits((uint64_t)each + 1) + (uint64_t)p) % ((uint64_t)p + 1));
    const int swapped = sizes[p];
    sizes[p] = sizes[other];
    sizes[other] = swapped;
  }
  const int five = strcmp(name, "five") == 0;
  for (int from = 0, p = 0; from < size; ++from)
    for (int to = 0; to < size; ++to)
      if (from != to) {
        if (!five || is_one_of_five(from, to, size)) bytes[from * size + to] = sizes[p];
        ++p;
      }
  free(sizes);
  return bytes;
}

/* The bytes that the busiest host sends or receives: the bound is this by its rate. */
static inline long busiest_of(const int* bytes, int size) {
  long most = 0;
  for (int rank = 0; rank < size; ++rank) {
    long row = 0, column = 0;
    for (int other = 0; other < size; ++other) {
      row += bytes[rank * size + other];
      column += bytes[other * size + rank];
    }
    if (row > most) most = row;
    if (column > most) most = column;
  }
  return most;
}

/* The i-th byte of what one rank has for another one. */
static inline unsigned char content(int from, int to, int i) {
  return (unsigned char)(from * 37 + to * 101 + i * 7 + (i >> 8) * 13 + 1);
}

static inline void fill(unsigned char* block, int from, int to, int bytes) {
  for (int i = 0; i < bytes; ++i) block[i] = content(from, to, i);
}

static inline int is_filled(const unsigned char* block, int from, int to, int bytes) {
  for (int i = 0; i < bytes; ++i)
    if (block[i] != content(from, to, i)) return 0;
  return 1;
}

/* Segments that this host's TCP has sent again since it started. */
static inline long retransmits_of_host(void) {
  char names[2048], values[2048];
  long found = 0;
  FILE* file = fopen("/proc/self/net/snmp", "r");
  while (file && fgets(names, sizeof names, file) && fgets(values, sizeof values, file)) {
    if (strncmp(names, "Tcp:", 4) != 0) continue;
    char *in_names = NULL, *in_values = NULL, *value = strtok_r(values, " ", &in_values);
    for (char* name = strtok_r(names, " ", &in_names); name && value;
         name = strtok_r(NULL, " ", &in_names)) {
      if (strcmp(name, "RetransSegs") == 0) found = atol(value);
      value = strtok_r(NULL, " ", &in_values);
    }
  }
  if (file) fclose(file);
  return found;
}

/* Whether this rank prints for its host: it is the lowest one in its network namespace. */
static int speaks_for_host(void) {
  struct stat about;
  int rank, size, first = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  uint64_t mine = stat("/proc/self/ns/net", &about) == 0 ? (uint64_t)about.st_ino : 0;
  uint64_t* all = (uint64_t*)new_memory(sizeof mine * (size_t)size);
  PMPI_Allgather(&mine, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
  for (int other = 0; other < rank; ++other) first &= all[other] != mine;
  free(all);
  return first;
}

/* The time of a call lasts from the moment at which all ranks begin it to the end of the last one.
 * Therefore the ranks agree on a moment in the future and sleep until then. After a barrier, the
 * last processes to leave it would find the call already finished. */
struct together {
  double offset;       /* from this rank's clock to rank 0's, seconds */
  double ahead, begin; /* of the next call; in this rank's clock */
  int was_late;        /* for that moment */
  int rank, spare;     /* calls that may still be repeated because a rank was late */
};

/* Returns the clock offset of the fastest of some round trips with rank 0. */
static double clock_offset(int rank, int size) {
  double offset = 0, best = 1e9;
  for (int other = 1; other < size; ++other) {
    for (int trip = 0; trip < 20 && (rank == 0 || rank == other); ++trip) {
      double there = 0;
      const double begin = PMPI_Wtime();
      if (rank == 0) {
        PMPI_Send(&begin, 1, MPI_DOUBLE, other, 7, MPI_COMM_WORLD);
        PMPI_Recv(&there, 1, MPI_DOUBLE, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double end = PMPI_Wtime(), trial[2] = {end - begin, (begin + end) / 2 - there};
        PMPI_Send(trial, 2, MPI_DOUBLE, other, 7, MPI_COMM_WORLD);
      } else {
        double trial[2];
        PMPI_Recv(&there, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double now = PMPI_Wtime();
        PMPI_Send(&now, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
        PMPI_Recv(trial, 2, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (trial[0] < best) best = trial[0], offset = trial[1];
      }
    }
  }
  return offset;
}

static struct together make_together(int calls) {
  struct together t;
  int size;
  memset(&t, 0, sizeof t);
  PMPI_Comm_rank(MPI_COMM_WORLD, &t.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  prctl(PR_SET_TIMERSLACK, 1000UL); /* nanoseconds; 50 microseconds would be added to each call */
  t.offset = clock_offset(t.rank, size);
  t.ahead = 1e-3;
  t.spare = 20 + 2 * calls;
  return t;
}

/* Returns at the agreed moment. */
static void begin_together(struct together* t) {
  double moment = 0;
  PMPI_Barrier(MPI_COMM_WORLD);
  if (t->rank == 0) moment = PMPI_Wtime() + t->ahead;
  PMPI_Bcast(&moment, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  t->begin = moment - t->offset;
  const double left = t->begin - PMPI_Wtime();
  t->was_late = left < 0;
  if (t->was_late) return;
  struct timespec rest;
  rest.tv_sec = (time_t)left;
  rest.tv_nsec = (long)((left - (double)rest.tv_sec) * 1e9);
  nanosleep(&rest, NULL);
}

/* Returns the time of this rank's call; `counts` is true if no rank was late, so that the call
 * counts. */
static double end_together(struct together* t, int* counts) {
  const double seconds = PMPI_Wtime() - t->begin;
  int late = t->was_late;
  PMPI_Allreduce(MPI_IN_PLACE, &late, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (late && t->ahead < 0.1) t->ahead *= 2;
  *counts = !late || t->spare-- <= 0;
  return seconds;
}

static int ascending(const void* left, const void* right) {
  const double x = *(const double*)left, y = *(const double*)right;
  return (x > y) - (x < y);
}

/* The slowest rank's time of each call, sorted, on rank 0. */
static inline void slowest_of_all(double* seconds, int calls) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Reduce(rank == 0 ? MPI_IN_PLACE : (void*)seconds, seconds, calls, MPI_DOUBLE, MPI_MAX, 0,
              MPI_COMM_WORLD);
  if (rank == 0) qsort(seconds, (size_t)calls, sizeof *seconds, ascending);
}

#endif
