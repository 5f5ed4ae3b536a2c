/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of the matrix products: all variants of cannon and cannon25d. An option that a
 * variant has not starts below 0. */
#ifndef BAMBOO_APPS_CANNON_OPTIONS_H
#define BAMBOO_APPS_CANNON_OPTIONS_H

#include <string.h>

#include "../common/options.h"

enum collectives { TREE, MPI_FUNCTIONS };

static struct {
  int size;
  int iterations;
  int communicate;
  int polls;       /* looks for messages in a multiplication of blocks */
  int replication; /* layers of ranks, 0: as many as possible */
  int collectives;
  int blocks; /* of a process along both sides of the matrices: of task graphs */
  int hints;  /* task graphs: whether meta-data say which task runs first */
} option = {240, 1, 1, -1, -1, -1, -1, 1};

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
  static const struct option names[] = {{"size", 1, 0, 's'},        {"iterations", 1, 0, 'i'},
                                        {"nocomm", 0, 0, 'n'},      {"poll", 1, 0, 'p'},
                                        {"replication", 1, 0, 'c'}, {"collectives", 1, 0, 'k'},
                                        {"blocks", 1, 0, 'b'},      {"no-hints", 0, 0, 'm'},
                                        {"help", 0, 0, 'h'},        {0, 0, 0, 0}};
  int o, status;
  opterr = program.rank == 0;
  while ((o = getopt_long(argc, argv, "s:i:np:c:k:b:mh", names, NULL)) != -1) {
    switch (o) {
      default:
        return explain(o, usage);
      case 's':
        if (!read_number(optarg, 1, &option.size))
          return refuse("--size %s: give a number > 0", optarg);
        break;
      case 'i':
        if (!read_number(optarg, 1, &option.iterations))
          return refuse("--iterations %s: give a number > 0", optarg);
        break;
      case 'n':
        option.communicate = 0;
        break;
      case 'p':
        if ((status = read_polls(optarg, &option.polls)) >= 0) return status;
        break;
      case 'c':
        if (option.replication < 0) return refuse("--replication: only cannon25d has layers");
        if (!read_number(optarg, 1, &option.replication))
          return refuse("--replication %s: give a number > 0", optarg);
        break;
      case 'k':
        if (option.collectives < 0) return refuse("--collectives: this variant has no choice");
        if (strcmp(optarg, "tree") != 0 && strcmp(optarg, "mpi") != 0)
          return refuse("--collectives %s: give tree or mpi", optarg);
        option.collectives = strcmp(optarg, "mpi") == 0 ? MPI_FUNCTIONS : TREE;
        break;
      case 'b':
        if (option.blocks < 0)
          return refuse("--blocks: only task graphs have several in a process");
        if (!read_number(optarg, 1, &option.blocks))
          return refuse("--blocks %s: give a number > 0", optarg);
        break;
      case 'm':
        if (option.blocks < 0) return refuse("--no-hints: only task graphs have meta-data");
        option.hints = 0;
    }
  }
  return no_further_argument(argc, argv);
}

#endif
