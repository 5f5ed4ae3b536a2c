/* SPDX-License-Identifier: Apache-2.0 */
/* Problem sizes of IS and the ranks that its specification gives for five keys of each. */
#ifndef BAMBOO_APPS_IS_CLASSES_H
#define BAMBOO_APPS_IS_CLASSES_H

enum { MOST_ITERATIONS = 10, TESTS = 5 };

struct problem {
  long keys;
  int largest; /* keys are below it */
  int buckets;
  long test_place[TESTS], test_rank[TESTS];
  int rises; /* the ranks of this number of test keys grow with the iterations, the others fall … */
  int up, down; /* … from test_rank shifted by these */
};

#define CLASSES "SWA" /* the letters of the problems, in their order */

static const struct problem problems[] = {
    /* S */
    {.keys = 1L << 16,
     .largest = 1 << 11,
     .buckets = 1 << 9,
     .test_place = {48427, 17148, 23627, 62548, 4431},
     .test_rank = {0, 18, 346, 64917, 65463},
     .rises = 3,
     .up = 0,
     .down = 0},
    /* W */
    {.keys = 1L << 20,
     .largest = 1 << 16,
     .buckets = 1 << 10,
     .test_place = {357773, 934767, 875723, 898999, 404505},
     .test_rank = {1249, 11698, 1039987, 1043896, 1048018},
     .rises = 2,
     .up = -2,
     .down = 0},
    /* A */
    {.keys = 1L << 23,
     .largest = 1 << 19,
     .buckets = 1 << 10,
     .test_place = {2112377, 662041, 5336171, 3642833, 4250760},
     .test_rank = {104, 17523, 123928, 8288932, 8388264},
     .rises = 3,
     .up = -1,
     .down = 1}};
_Static_assert(sizeof problems / sizeof *problems == sizeof CLASSES - 1,
               "a problem for each letter");

/* Returns the number of keys below a test key. The two keys that change shift it by one in each
 * iteration. */
static long known_rank(const struct problem* p, int test, int iteration) {
  return p->test_rank[test] + (test < p->rises ? iteration + p->up : p->down - iteration);
}

#endif
