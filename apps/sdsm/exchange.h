/* SPDX-License-Identifier: Apache-2.0 */
/* Words for every rank, gathered one after the other, then exchanged by one MPI_Alltoallv. */
#ifndef BAMBOO_APPS_SDSM_EXCHANGE_H
#define BAMBOO_APPS_SDSM_EXCHANGE_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../common/memory.h"

struct outbox {
  uint64_t* word;
  int capacity;
};

struct exchange {
  int size;
  struct outbox* to;               /* of each rank */
  int *sent, *from, *came, *place; /* words; `place` ends with the total */
  uint64_t *out, *in;
  int out_capacity, in_capacity;
  long words_out, words_in; /* to and from other ranks so far */
};

static struct exchange make_exchange(int size) {
  struct exchange e = {.size = size};
  e.to = allocate(size, sizeof *e.to);
  e.sent = allocate(size, sizeof(int));
  e.from = allocate(size, sizeof(int));
  e.came = allocate(size, sizeof(int));
  e.place = allocate(size + 1, sizeof(int));
  return e;
}

static void free_exchange(struct exchange* e) {
  for (int rank = 0; rank < e->size; rank++) free(e->to[rank].word);
  free(e->to);
  free(e->sent);
  free(e->from);
  free(e->came);
  free(e->place);
  free(e->out);
  free(e->in);
}

static void clear(struct exchange* e) {
  memset(e->sent, 0, e->size * sizeof *e->sent);
}

/* Makes room for this number of words. Keeps the contents. */
static void make_room(uint64_t** word, int* capacity, int needed) {
  if (needed <= *capacity) return;
  const int had = *capacity;
  *capacity = needed + needed / 2;
  uint64_t* larger = allocate(*capacity, sizeof **word);
  if (had > 0) memcpy(larger, *word, had * sizeof **word);
  free(*word);
  *word = larger;
}

static void append(struct exchange* e, int to, const uint64_t* words, size_t count) {
  struct outbox* box = &e->to[to];
  make_room(&box->word, &box->capacity, e->sent[to] + (int)count);
  memcpy(box->word + e->sent[to], words, count * sizeof *words);
  e->sent[to] += (int)count;
}

static void append_word(struct exchange* e, int to, uint64_t word) {
  append(e, to, &word, 1);
}

/* Sends the words of all outboxes to their ranks, and receives those for this rank. */
static void exchange_all(struct exchange* e) {
  MPI_Alltoall(e->sent, 1, MPI_INT, e->came, 1, MPI_INT, MPI_COMM_WORLD);
  int out = 0;
  for (int rank = 0; rank < e->size; rank++) {
    e->from[rank] = out;
    e->place[rank + 1] = e->place[rank] + e->came[rank];
    out += e->sent[rank];
  }
  make_room(&e->out, &e->out_capacity, out);
  make_room(&e->in, &e->in_capacity, e->place[e->size]);
  for (int rank = 0; rank < e->size; rank++)
    if (e->sent[rank] > 0)
      memcpy(e->out + e->from[rank], e->to[rank].word, e->sent[rank] * sizeof *e->out);
  MPI_Alltoallv(e->out, e->sent, e->from, MPI_UINT64_T, e->in, e->came, e->place, MPI_UINT64_T,
                MPI_COMM_WORLD);
  e->words_out += out;
  e->words_in += e->place[e->size];
}

static const uint64_t* arrived_from(const struct exchange* e, int rank) {
  return e->in + e->place[rank];
}

#endif
