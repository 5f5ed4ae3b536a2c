/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of the NAS kernels: a class and how many iterations of it. */
#ifndef BAMBOO_APPS_NAS_CLASS_H
#define BAMBOO_APPS_NAS_CLASS_H

#include <string.h>

#include "options.h"

struct nas_options {
  int class;       /* which of the kernel's letters */
  int iterations;  /* 0: as many as the class has */
  int communicate; /* 0: exchange nothing; below 0 in programs that always do */
};

/* Returns -1 to continue, else the exit code. `classes` lists the letters. */
static inline int parse_nas_options(int argc, char** argv, const char* classes, int most,
                                    void (*usage)(FILE*), struct nas_options* read) {
  static const struct option names[] = {{"class", 1, 0, 'c'},
                                        {"iterations", 1, 0, 'i'},
                                        {"nocomm", 0, 0, 'n'},
                                        {"help", 0, 0, 'h'},
                                        {0, 0, 0, 0}};
  const char* letter;
  int c;
  opterr = program.rank == 0;
  while ((c = getopt_long(argc, argv, "c:i:nh", names, NULL)) != -1) {
    switch (c) {
      case 'c':
        letter = optarg[0] && !optarg[1] ? strchr(classes, optarg[0]) : NULL;
        if (!letter) return refuse("--class: give one letter of %s, not '%s'", classes, optarg);
        read->class = (int)(letter - classes);
        break;
      case 'i':
        if (!read_number(optarg, 1, &read->iterations) || read->iterations > most)
          return refuse("--iterations: give 1 ... %d, not '%s'", most, optarg);
        break;
      case 'n':
        if (read->communicate < 0) return refuse("--nocomm: this program always communicates");
        read->communicate = 0;
        break;
      default:
        return explain(c, usage);
    }
  }
  return no_further_argument(argc, argv);
}

#endif
