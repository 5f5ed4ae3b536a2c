/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of the NAS kernels: a class and how many iterations of it. */
#ifndef BAMBOO_APPS_NAS_CLASS_H
#define BAMBOO_APPS_NAS_CLASS_H

#include "options.h"

struct nas_options {
  int class;       /* the index of the letter among those of the kernel */
  int iterations;  /* 0: the number that the class prescribes */
  int communicate; /* 0: exchange nothing; negative in programs that always exchange */
};

/* Returns -1 to continue, else the exit code. `classes`: "S|W|A". */
static inline int parse_nas_options(int argc, char** argv, const char* classes, int most,
                                    void (*usage)(FILE*), struct nas_options* read) {
  const struct choice choices[] = {{"class", 'c', READ_WORD, &read->class, 0, 0, classes},
                                   {"iterations", 'i', READ_NUMBER, &read->iterations, 1, most},
                                   {"nocomm", 'n', READ_NO_TEXT, &read->communicate, 0, 0, NULL,
                                    "this program always communicates"}};
  return READ_CHOICES(argc, argv, choices, usage);
}

#endif
