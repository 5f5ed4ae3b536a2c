/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory in pages of 4 KiB, of which every rank has a copy: eager home-based release
 * consistency (Y. Zhou, L. Iftode, K. Li, OSDI 1996). Each page has a home. When a rank first
 * writes to a page, it keeps a copy of the old contents, the twin. At a barrier
 *
 * 1. each rank sends the differences from the twin to the page's home, which applies them,
 *
 * 2. the home sends the page to all ranks, except for a rank that has made the only changes.
 *
 * Both steps are MPI_Alltoallv with counts that no process knows beforehand. */
#ifndef BAMBOO_APPS_SDSM_PAGES_H
#define BAMBOO_APPS_SDSM_PAGES_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../common/memory.h"
#include "exchange.h"

enum {
  PAGE_BYTES = 4096,
  PAGE_WORDS = PAGE_BYTES / sizeof(uint64_t),
  NO_WRITER = -1,
  SEVERAL = -2
};

struct memory {
  int pages, rank, size;
  uint64_t* word;  /* this rank's copy of everything */
  uint64_t** twin; /* of each page; NULL where nothing was written since the barrier */
  int* dirty;      /* the pages with twins */
  int dirty_count;
  int* writer; /* of each own page since the barrier: a rank, NO_WRITER or SEVERAL */
  struct exchange exchange;
};

static int first_page_of(const struct memory* m, int rank) {
  return (int)((long)m->pages * rank / m->size);
}

static int home_of(const struct memory* m, int page) {
  int rank = (int)((long)page * m->size / m->pages);
  while (first_page_of(m, rank + 1) <= page) rank++;
  return rank;
}

static struct memory make_memory(int pages, int rank, int size) {
  struct memory m = {.pages = pages, .rank = rank, .size = size};
  m.word = allocate((size_t)pages, PAGE_BYTES);
  m.twin = allocate(pages, sizeof *m.twin);
  m.dirty = allocate(pages, sizeof *m.dirty);
  m.writer = allocate(pages, sizeof *m.writer);
  for (int page = 0; page < pages; page++) m.writer[page] = NO_WRITER;
  m.exchange = make_exchange(size);
  return m;
}

static void free_memory(struct memory* m) {
  free(m->word);
  free(m->twin);
  free(m->dirty);
  free(m->writer);
  free_exchange(&m->exchange);
}

static const uint64_t* read_page(const struct memory* m, int page) {
  return m->word + (size_t)page * PAGE_WORDS;
}

/* Returns the words of a page that this rank is about to change. */
static uint64_t* write_page(struct memory* m, int page) {
  uint64_t* words = m->word + (size_t)page * PAGE_WORDS;
  if (!m->twin[page]) {
    m->twin[page] = allocate(1, PAGE_BYTES);
    memcpy(m->twin[page], words, PAGE_BYTES);
    m->dirty[m->dirty_count++] = page;
  }
  return words;
}

static void note_writer(struct memory* m, int page, int rank) {
  m->writer[page] = m->writer[page] == NO_WRITER ? rank : SEVERAL;
}

/* A difference is a page's number, then runs of words: place and length as two halves of a word,
 * and the words; a run without words is the last one. */
static void append_differences(struct memory* m, int page, int to) {
  const uint64_t *now = read_page(m, page), *was = m->twin[page];
  append_word(&m->exchange, to, page);
  for (uint64_t i = 0; i < PAGE_WORDS; i++) {
    if (now[i] == was[i]) continue;
    const uint64_t begin = i;
    while (i < PAGE_WORDS && now[i] != was[i]) i++;
    append_word(&m->exchange, to, begin << 32 | (i - begin));
    append(&m->exchange, to, now + begin, i - begin);
  }
  append_word(&m->exchange, to, 0);
}

static void apply_differences(struct memory* m, int from) {
  const uint64_t *at = arrived_from(&m->exchange, from),
                 *end = arrived_from(&m->exchange, from + 1);
  while (at < end) {
    const int page = (int)*at++;
    uint64_t* words = m->word + (size_t)page * PAGE_WORDS;
    for (uint64_t run; (run = *at++) != 0;) {
      const uint64_t length = run & UINT32_MAX;
      memcpy(words + (run >> 32), at, length * sizeof *at);
      at += length;
    }
    note_writer(m, page, from);
  }
}

/* First half of a barrier: sends all changes to the homes. */
static void flush_differences(struct memory* m) {
  clear(&m->exchange);
  for (int d = 0; d < m->dirty_count; d++) {
    const int page = m->dirty[d], home = home_of(m, page);
    if (home == m->rank)
      note_writer(m, page, m->rank);
    else
      append_differences(m, page, home);
    free(m->twin[page]);
    m->twin[page] = NULL;
  }
  m->dirty_count = 0;
  exchange_all(&m->exchange);
  for (int from = 0; from < m->size; from++) apply_differences(m, from);
}

/* Second half: updates all copies from the homes. */
static void distribute_pages(struct memory* m) {
  clear(&m->exchange);
  for (int page = first_page_of(m, m->rank); page < first_page_of(m, m->rank + 1); page++) {
    if (m->writer[page] == NO_WRITER) continue;
    for (int to = 0; to < m->size; to++) {
      if (to == m->rank || to == m->writer[page]) continue;
      append_word(&m->exchange, to, page);
      append(&m->exchange, to, read_page(m, page), PAGE_WORDS);
    }
    m->writer[page] = NO_WRITER;
  }
  exchange_all(&m->exchange);
  const uint64_t* end = arrived_from(&m->exchange, m->size);
  for (const uint64_t* at = arrived_from(&m->exchange, 0); at < end; at += 1 + PAGE_WORDS)
    memcpy(m->word + *at * PAGE_WORDS, at + 1, PAGE_BYTES);
}

/* Afterwards every rank reads what any rank has written before. */
static void barrier(struct memory* m) {
  flush_differences(m);
  distribute_pages(m);
}

#endif
