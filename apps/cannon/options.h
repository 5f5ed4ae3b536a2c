/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of the matrix products: all variants of cannon and cannon25d. The value of an
 * option that a variant does not have is negative at the start. */
#ifndef BAMBOO_APPS_CANNON_OPTIONS_H
#define BAMBOO_APPS_CANNON_OPTIONS_H

#include "../common/options.h"

enum collectives { TREE, MPI_FUNCTIONS }; /* in the order of the words of --collectives */

static struct {
  int size;
  int iterations;
  int communicate;
  int polls;       /* tests for messages during a multiplication of blocks */
  int replication; /* layers of ranks, 0: as many as possible */
  int collectives;
  int blocks; /* task graphs: blocks of a process along both sides of the matrices */
  int hints;  /* task graphs: whether meta-data say which task runs first */
} option = {240, 1, 1, -1, -1, -1, -1, -1};

static inline void usage(FILE* to) {
  fprintf(
      to,
      "usage: %s [options]\n"
      "  -s, --size N           rows and columns of the matrices, a multiple of the grid's side\n"
      "                         (default 240)\n"
      "  -i, --iterations N     products, one after the other (default 1)\n"
      "  -n, --nocomm           exchange nothing: the time without communication\n",
      program.name);
  if (option.polls >= 0)
    fprintf(to,
            "  -p, --poll N           look for messages N times while two blocks are multiplied,\n"
            "                         0: never (default %d)\n",
            option.polls);
  if (option.replication >= 0)
    fprintf(to,
            "  -c, --replication C    layers of ranks: C x Q x Q ranks, C <= Q (default: the\n"
            "                         largest C that the number of ranks allows)\n");
  if (option.collectives >= 0)
    fprintf(to,
            "  -k, --collectives tree|mpi\n"
            "                         broadcast and reduction as annotated trees (default) or as\n"
            "                         MPI_Bcast and MPI_Reduce\n");
  if (option.blocks >= 0)
    fprintf(to,
            "  -b, --blocks N         N x N blocks of C in each process (default %d)\n"
            "  -m, --no-hints         without meta-data: the scheduler knows no task's urgency\n",
            option.blocks);
  fprintf(to,
          "  -h, --help             this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static inline int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_NUMBER, &option.size, 1, INT_MAX},
                                   {"iterations", 'i', READ_NUMBER, &option.iterations, 1, INT_MAX},
                                   {"nocomm", 'n', READ_NO_TEXT, &option.communicate},
                                   {"poll", 'p', READ_NUMBER, &option.polls, 0, INT_MAX, NULL,
                                    "this variant overlaps nothing by hand"},
                                   {"replication", 'c', READ_NUMBER, &option.replication, 1,
                                    INT_MAX, NULL, "only cannon25d has layers"},
                                   {"collectives", 'k', READ_WORD, &option.collectives, 0, 0,
                                    "tree|mpi", "this variant has no choice"},
                                   {"blocks", 'b', READ_NUMBER, &option.blocks, 1, INT_MAX, NULL,
                                    "only task graphs have several in a process"},
                                   {"no-hints", 'm', READ_NO_TEXT, &option.hints, 0, 0, NULL,
                                    "only task graphs have meta-data"}};
  return READ_CHOICES(argc, argv, choices, usage);
}

#endif
