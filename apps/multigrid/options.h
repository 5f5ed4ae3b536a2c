/* SPDX-License-Identifier: Apache-2.0 */
/* The command line, in C and in C++. */
#ifndef BAMBOO_APPS_MULTIGRID_OPTIONS_H
#define BAMBOO_APPS_MULTIGRID_OPTIONS_H

#include "../common/options.h"
#include "levels.h"

struct options option = {
    .n = {64, 64, 64}, .dims = {0, 0, 0}, .cycles = 5, .least = 4, .communicate = 1};

static inline void usage(FILE* to) {
  fprintf(
      to,
      "usage: %s [--size NX[,NY,NZ]] [--cycles N] [--geometry PXxPYxPZ] [--least C]\n"
      "                 [--nocomm]\n"
      "  -s, --size NX[,NY,NZ]      cells along each axis (default 64), each 2^k times a number\n"
      "                             up to 8\n"
      "  -i, --cycles N             V-cycles (default 5)\n"
      "  -g, --geometry PXxPYxPZ    ranks along each axis (default: as MPI_Dims_create says)\n"
      "  -l, --least C              along an axis where ranks would have fewer cells than this,\n"
      "                             half of the ranks take part (default 4)\n"
      "  -c, --nocomm               exchange nothing: the time without communication\n"
      "  -h, --help                 this text\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n",
      program.name);
}

/* Returns -1 to continue, else the exit code. */
static inline int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_SIZES, option.n},
                                   {"cycles", 'i', READ_NUMBER, &option.cycles, 0, INT_MAX},
                                   {"geometry", 'g', READ_GRID, option.dims},
                                   {"least", 'l', READ_NUMBER, &option.least, 2, INT_MAX},
                                   {"nocomm", 'c', READ_NO_TEXT, &option.communicate}};
  return READ_CHOICES(argc, argv, choices, usage);
}

#endif
