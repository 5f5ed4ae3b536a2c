/* SPDX-License-Identifier: Apache-2.0 */
/* Each rank has its own locale, by setlocale() and by uselocale(). */
#define _GNU_SOURCE
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>

#include "check.h"

static int is(const char* name, const char* expected) {
  return name && strcmp(name, expected) == 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), wide = rank % 2;
  CHECK(is(setlocale(LC_ALL, NULL), "C"));
  MPI_Barrier(MPI_COMM_WORLD);
  if (wide) CHECK(is(setlocale(LC_ALL, "C.UTF-8"), "C.UTF-8"));
  for (int i = 0; i < 5; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MB_CUR_MAX == (wide ? 6 : 1));
    CHECK(is(nl_langinfo(CODESET), wide ? "UTF-8" : "ANSI_X3.4-1968"));
    CHECK(is(setlocale(LC_ALL, NULL), wide ? "C.UTF-8" : "C"));
    CHECK(is(localeconv()->decimal_point, "."));
  }

  /* One category, and all of them by the list that names each. */
  CHECK(is(setlocale(LC_ALL, "C"), "C"));
  if (wide) CHECK(is(setlocale(LC_CTYPE, "C.UTF-8"), "C.UTF-8"));
  const char* all = strdup(setlocale(LC_ALL, NULL));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(is(setlocale(LC_NUMERIC, NULL), "C") && MB_CUR_MAX == (wide ? 6 : 1));
  CHECK(setlocale(LC_ALL, "C") && MB_CUR_MAX == 1);
  CHECK(is(setlocale(LC_ALL, all), all) && MB_CUR_MAX == (wide ? 6 : 1));
  CHECK(!setlocale(LC_ALL, "no such locale") && !setlocale(99, "C"));
  CHECK(is(setlocale(LC_ALL, NULL), all));
  printf("rank %d: %s\n", rank, all);

  /* The environment, which is the rank's own, determines the locale. */
  unsetenv("LC_CTYPE");
  setenv("LC_ALL", wide ? "C" : "C.UTF-8", 1);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(is(setlocale(LC_ALL, ""), wide ? "C" : "C.UTF-8"));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MB_CUR_MAX == (wide ? 1 : 6));

  /* One that the thread uses instead, until it takes up the first again. */
  locale_t other = newlocale(LC_CTYPE_MASK, wide ? "C.UTF-8" : "C", NULL);
  CHECK(uselocale(NULL) == LC_GLOBAL_LOCALE);
  CHECK(uselocale(other) == LC_GLOBAL_LOCALE);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(uselocale(NULL) == other && MB_CUR_MAX == (wide ? 6 : 1));
  CHECK(is(setlocale(LC_ALL, NULL), wide ? "C" : "C.UTF-8"));
  locale_t copy = duplocale(LC_GLOBAL_LOCALE);
  CHECK(uselocale(copy) == other && MB_CUR_MAX == (wide ? 1 : 6));
  CHECK(uselocale(LC_GLOBAL_LOCALE) == copy);
  freelocale(other);
  freelocale(copy);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MB_CUR_MAX == (wide ? 1 : 6));
  MPI_Finalize();
  return 0;
}
