/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges that a program names, as NVTX and Caliper have them: a library without MPI. */
#include <stdio.h>

static char open_names[16][32];
static int depth;

int begin_range(const char* name) {
  snprintf(open_names[depth], sizeof open_names[depth], "%s", name);
  return depth++;
}

int end_range(const char* reader) {
  depth--;
  printf("%s ends '%s' at depth %d\n", reader, open_names[depth], depth);
  return depth;
}
