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
  static const struct option names[] = {
      {"size", 1, 0, 's'},  {"cycles", 1, 0, 'i'}, {"geometry", 1, 0, 'g'},
      {"least", 1, 0, 'l'}, {"nocomm", 0, 0, 'c'}, {"help", 0, 0, 'h'},
      {0, 0, 0, 0}};
  int c;
  opterr = program.rank == 0;
  while ((c = getopt_long(argc, argv, "s:i:g:l:ch", names, NULL)) != -1) {
    const char* wanted = NULL;
    switch (c) {
      case 's':
        if (!read_three(optarg, "%d,%d,%d%n", 1, option.n)) wanted = "size: give NX or NX,NY,NZ";
        break;
      case 'i':
        if (!read_number(optarg, 0, &option.cycles)) wanted = "cycles: give a number";
        break;
      case 'g':
        if (!read_three(optarg, "%dx%dx%d%n", 0, option.dims)) wanted = "geometry: give PXxPYxPZ";
        break;
      case 'l':
        if (!read_number(optarg, 2, &option.least)) wanted = "least: give a number from 2 on";
        break;
      case 'c':
        option.communicate = 0;
        break;
      default:
        return explain(c, usage);
    }
    if (wanted) return refuse("--%s, not '%s'", wanted, optarg);
  }
  return no_further_argument(argc, argv);
}

#endif
