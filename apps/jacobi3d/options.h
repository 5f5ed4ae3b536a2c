/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of all variants. */
#ifndef BAMBOO_APPS_JACOBI3D_OPTIONS_H
#define BAMBOO_APPS_JACOBI3D_OPTIONS_H

#include "../common/options.h"

static struct {
  int n[3];    /* global interior points */
  int dims[3]; /* ranks (or cubes) along each axis, 0: as MPI_Dims_create says */
  int iterations;
  int communicate;
  int polls;    /* tests for messages in a sweep; negative: this variant never tests */
  int cubes[3]; /* of a process along each axis; 0: this variant has none */
} option = {{64, 64, 64}, {0, 0, 0}, 20, 1, -1, {0, 0, 0}};

static inline void usage(FILE* to) {
  fprintf(to,
          "usage: %s [--size NX[,NY,NZ]] [--iterations N] [--geometry PXxPYxPZ] [--nocomm]\n"
          "  -s, --size NX[,NY,NZ]      interior points along each axis (default 64)\n"
          "  -i, --iterations N         sweeps (default 20)\n"
          "  -g, --geometry PXxPYxPZ    %s\n"
          "  -c, --nocomm               exchange nothing: the time without communication\n",
          program.name,
          option.cubes[0] ? "cubes along each axis, of all processes"
                          : "ranks along each axis (default: as MPI_Dims_create says)");
  if (option.polls >= 0)
    fprintf(to,
            "  -p, --poll N               look for messages N times in a sweep, 0: never\n"
            "                             (default %d)\n",
            option.polls);
  fprintf(to,
          "  -h, --help                 this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static inline int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_SIZES, option.n},
                                   {"iterations", 'i', READ_NUMBER, &option.iterations, 0, INT_MAX},
                                   {"geometry", 'g', READ_GRID, option.dims},
                                   {"nocomm", 'c', READ_NO_TEXT, &option.communicate},
                                   {"poll", 'p', READ_NUMBER, &option.polls, 0, INT_MAX, NULL,
                                    "this variant overlaps nothing by hand"}};
  return READ_CHOICES(argc, argv, choices, usage);
}

/* Chooses the geometry. Returns -1 to continue, else the exit code. Each rank has at least `least`
 * points along every axis. */
static inline int choose_geometry(int least) {
  const long given = (long)option.dims[0] * option.dims[1] * option.dims[2];
  if (given != 0 && given != program.size)
    return refuse("--geometry needs %ld ranks, there are %d", given, program.size);
  MPI_Dims_create(program.size, 3, option.dims);
  for (int d = 0; d < 3; d++)
    if (option.n[d] / option.dims[d] < least)
      return refuse("%d points along axis %d are too few for %d ranks, which need %d each",
                    option.n[d], d, option.dims[d], least);
  return -1;
}

#endif
