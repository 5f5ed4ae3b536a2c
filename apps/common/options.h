/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the programs' command lines. A number is the exit code, -1: go on. */
#ifndef BAMBOO_APPS_OPTIONS_H
#define BAMBOO_APPS_OPTIONS_H

#include <getopt.h>

#include "program.h"

/* Whether the whole text is a number that is not below `least`. */
static inline int read_number(const char* text, int least, int* value) {
  int end = 0;
  return sscanf(text, "%d%n", value, &end) == 1 && !text[end] && *value >= least;
}

/* "4" or "4,5,6", "4x5x6": three numbers above 0, or one for all where `one_will_do`. */
static inline int read_three(const char* text, const char* format, int one_will_do, int value[3]) {
  int end = 0;
  if (one_will_do && read_number(text, 1, &value[0])) {
    value[1] = value[2] = value[0];
    return 1;
  }
  return sscanf(text, format, &value[0], &value[1], &value[2], &end) == 3 && !text[end] &&
         value[0] > 0 && value[1] > 0 && value[2] > 0;
}

/* How often a variant looks for messages while it computes; below 0 in those that never do. */
static inline int read_polls(const char* text, int* polls) {
  if (*polls < 0) return refuse("--poll: this variant overlaps nothing by hand");
  return read_number(text, 0, polls) ? -1 : refuse("--poll %s: give a number", text);
}

/* -h, or what getopt has complained about. */
static inline int explain(int option, void (*usage)(FILE*)) {
  if (program.rank == 0) usage(option == 'h' ? stdout : stderr);
  return option == 'h' ? 0 : 2;
}

static inline int no_further_argument(int argc, char** argv) {
  return optind < argc ? refuse("unexpected argument %s", argv[optind]) : -1;
}

#endif
