/* SPDX-License-Identifier: Apache-2.0 */
/* Software distributed shared memory: the synthetic application of A. Karwande, X. Yuan, D.
 * Lowenthal, "CC-MPI" (PPoPP 2003), section 5.3. Every writer changes some pages, then a barrier
 * makes all copies of all pages alike, a hundred times.
 *
 * Which pages are changed is drawn anew in each iteration, and what is written depends on what was
 * read after the last barrier: a page that did not arrive makes the result wrong. At the end every
 * rank computes alone what the shared memory must be. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"
#include "pages.h"

static struct {
  int pages, memory, iterations, sharers, writers;
} option = {4, 16, 100, 1, 0};

static void usage(FILE* to) {
  fprintf(to,
          "usage: sdsm [--pages N] [--memory N] [--iterations N] [--sharers N] [--writers N]\n"
          "  -p, --pages N         pages that each writer changes before a barrier (default 4)\n"
          "  -m, --memory N        shared pages for each writer (default 16)\n"
          "  -i, --iterations N    barriers (default 100)\n"
          "  -s, --sharers N       writers that change words of the same pages (default 1)\n"
          "  -w, --writers N       writers, spread over the ranks (default: one on each rank)\n"
          "  -h, --help            this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"pages", 'p', READ_NUMBER, &option.pages, 1, INT_MAX},
                                   {"memory", 'm', READ_NUMBER, &option.memory, 1, INT_MAX},
                                   {"iterations", 'i', READ_NUMBER, &option.iterations, 1, INT_MAX},
                                   {"sharers", 's', READ_NUMBER, &option.sharers, 1, INT_MAX},
                                   {"writers", 'w', READ_NUMBER, &option.writers, 1, INT_MAX}};
  const int status = READ_CHOICES(argc, argv, choices, usage);
  if (status >= 0) return status;
  if (!option.writers) option.writers = program.size;
  if (option.writers < program.size)
    return refuse("%d writers are too few for %d ranks", option.writers, program.size);
  if (option.memory < option.pages)
    return refuse("--memory %d is too little to change %d pages", option.memory, option.pages);
  if ((long)option.memory * option.writers > INT32_MAX / PAGE_WORDS)
    return refuse("--memory %d is too much for %d writers", option.memory, option.writers);
  return -1;
}

/* The pages in the order of this iteration: each group of writers changes the next --pages of them.
 */
static void shuffle(int* order, int pages, int iteration) {
  for (int i = 0; i < pages - 1; i++) {
    const uint64_t dice = mix(mix(iteration + 1) + i);
    const int other = i + (int)(dice % (uint64_t)(pages - i)), swapped = order[i];
    order[i] = order[other];
    order[other] = swapped;
  }
}

/* Returns the word that a writer has read from some page, which any rank may own. */
static uint64_t word_read(const uint64_t* memory, int pages, int writer, int iteration) {
  const uint64_t dice = mix(mix(writer + 1) + iteration);
  return memory[dice % ((uint64_t)pages * PAGE_WORDS)];
}

/* The sharers of a page change its words in turn. */
static void change_words(uint64_t* page, int writer, uint64_t read) {
  for (int i = writer % option.sharers; i < PAGE_WORDS; i += option.sharers)
    page[i] = mix(page[i] + read + i + 1);
}

/* Runs the writers first … end - 1 between two barriers. All of them read before the first one
 * writes, because no rank sees the writes of another rank before the barrier. */
static void write_all(struct memory* m, const int* order, int first, int end, int iteration,
                      uint64_t* read) {
  for (int w = first; w < end; w++) read[w] = word_read(m->word, m->pages, w, iteration);
  for (int w = first; w < end; w++)
    for (int p = 0; p < option.pages; p++)
      change_words(write_page(m, order[w / option.sharers * option.pages + p]), w, read[w]);
}

/* Computes the same in one process, without copies of pages. */
static uint64_t* expected_memory(int pages, int* order, uint64_t* read) {
  uint64_t* memory = allocate((size_t)pages, PAGE_BYTES);
  for (int p = 0; p < pages; p++) order[p] = p;
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    shuffle(order, pages, iteration);
    for (int w = 0; w < option.writers; w++) read[w] = word_read(memory, pages, w, iteration);
    for (int w = 0; w < option.writers; w++)
      for (int p = 0; p < option.pages; p++)
        change_words(memory + (size_t)order[w / option.sharers * option.pages + p] * PAGE_WORDS, w,
                     read[w]);
  }
  return memory;
}

static double hash(const uint64_t* memory, int pages) {
  uint64_t sum = 0;
  for (size_t i = 0; i < (size_t)pages * PAGE_WORDS; i++) sum += mix(memory[i] + mix(i));
  return ldexp((double)(sum >> 11), -53);
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "sdsm");
  const int rank = program.rank, size = program.size, status = parse_options(argc, argv);
  if (status >= 0) return end_early(status);

  const int pages = option.memory * option.writers;
  const int first = (int)((long)option.writers * rank / size),
            end = (int)((long)option.writers * (rank + 1) / size);
  struct memory memory = make_memory(pages, rank, size);
  int* order = allocate(pages, sizeof *order);
  uint64_t* read = allocate(option.writers, sizeof *read);
  for (int p = 0; p < pages; p++) order[p] = p;

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    shuffle(order, pages, iteration);
    write_all(&memory, order, first, end, iteration, read);
    barrier(&memory);
  }
  double seconds = MPI_Wtime() - begin;

  uint64_t* expected = expected_memory(pages, order, read);
  int right = memcmp(expected, memory.word, (size_t)pages * PAGE_BYTES) == 0;
  const long out = memory.exchange.words_out * (long)sizeof(uint64_t),
             in = memory.exchange.words_in * (long)sizeof(uint64_t);
  const double busiest = megabytes_of_busiest(out, in);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("sdsm: %d writers change %d of %d pages each, %d barriers\n", option.writers,
           option.pages, pages, option.iterations);
    printf("time: %.4f ms, %d ranks, busiest %.6f MB\n", 1e3 * seconds, size, busiest);
    printf("checksum: %a\n", hash(memory.word, pages));
    printf("memory: on all ranks %s\n", right ? "as it should be, verified" : "WRONG");
  }
  free(expected);
  free(order);
  free(read);
  free_memory(&memory);
  MPI_Finalize();
  return !right;
}
