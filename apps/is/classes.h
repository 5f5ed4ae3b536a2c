/* SPDX-License-Identifier: Apache-2.0 */
/* Problem sizes of IS and the ranks that its specification gives for five keys of each. */
#ifndef BAMBOO_APPS_IS_CLASSES_H
#define BAMBOO_APPS_IS_CLASSES_H

enum { MOST_ITERATIONS = 10, TESTS = 5 };

struct problem {
  char name;
  long keys;
  int largest; /* keys are below it */
  int buckets;
  long test_place[TESTS], test_rank[TESTS];
  int rises;    /* the ranks of so many test keys rise with the iterations, the others fall … */
  int up, down; /* … from test_rank shifted by these */
};

static const struct problem problems[] = {{'S',
                                           1L << 16,
                                           1 << 11,
                                           1 << 9,
                                           {48427, 17148, 23627, 62548, 4431},
                                           {0, 18, 346, 64917, 65463},
                                           3,
                                           0,
                                           0},
                                          {'W',
                                           1L << 20,
                                           1 << 16,
                                           1 << 10,
                                           {357773, 934767, 875723, 898999, 404505},
                                           {1249, 11698, 1039987, 1043896, 1048018},
                                           2,
                                           -2,
                                           0},
                                          {'A',
                                           1L << 23,
                                           1 << 19,
                                           1 << 10,
                                           {2112377, 662041, 5336171, 3642833, 4250760},
                                           {104, 17523, 123928, 8288932, 8388264},
                                           3,
                                           -1,
                                           1}};

#define CLASSES "SWA"

static const struct problem* problem_of(char name) {
  const struct problem* p = problems;
  while (p->name != name) p++;
  return p;
}

/* How many keys are below a test key: the two keys that change move it by one in each iteration. */
static long known_rank(const struct problem* p, int test, int iteration) {
  return p->test_rank[test] + (test < p->rises ? iteration + p->up : p->down - iteration);
}

#endif
