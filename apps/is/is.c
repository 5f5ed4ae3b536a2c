/* SPDX-License-Identifier: Apache-2.0 */
/* Integer sort, after the specification of the NAS Parallel Benchmarks (D. Bailey et al., "The NAS
 * Parallel Benchmarks", RNR-94-007, kernel IS); an implementation of our own.
 *
 * In each of ten rankings every rank counts its keys in buckets, an Allreduce adds the counts up,
 * neighbouring buckets are dealt out so that the ranks get equal shares, an Alltoallv brings the
 * keys to their buckets' ranks, and each of these counts the keys of its part of the range. */
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/nas_class.h"
#include "../common/nas_random.h"
#include "classes.h"

static struct nas_options option = {.communicate = -1};

static void usage(FILE* to) {
  fprintf(to,
          "usage: is [--class S|W|A] [--iterations N]\n"
          "  -c, --class S|W|A     problem size (default S): 2^16, 2^20 or 2^23 keys\n"
          "  -i, --iterations N    rankings of the keys (default 10, which is also the most)\n"
          "  -h, --help            this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

struct keys {
  const struct problem* problem;
  long first; /* the position of the first own key among the keys of all ranks */
  int count;
  int* key;      /* in the order in which they were drawn */
  int* bucketed; /* the same, by buckets */
};

/* The result of a ranking: the keys of this rank's part of the range, and how often each occurs.
 */
struct ranking {
  int *received, received_count, capacity;
  int least, range;       /* its keys are least ... least + range - 1 */
  int* up_to;             /* of each key: how many keys of this rank are not larger */
  long before;            /* keys on lower ranks */
  int test_key[TESTS];    /* the keys whose ranks are known */
  long keys_out, keys_in; /* to and from other ranks, in all rankings so far */
};

static long part_start(long total, int rank, int size) {
  return total * rank / size;
}

static struct keys draw_keys(const struct problem* p) {
  struct keys k = {.problem = p};
  k.first = part_start(p->keys, program.rank, program.size);
  k.count = (int)(part_start(p->keys, program.rank + 1, program.size) - k.first);
  k.key = allocate(k.count, sizeof(int));
  k.bucketed = allocate(k.count, sizeof(int));
  uint64_t state = nas_state_after(4 * (uint64_t)k.first);
  for (int i = 0; i < k.count; i++) {
    double sum = 0;
    for (int n = 0; n < 4; n++) sum += nas_random(&state);
    k.key[i] = (int)(p->largest / 4 * sum);
  }
  return k;
}

static int* own_key(const struct keys* k, long place) {
  return place >= k->first && place < k->first + k->count ? &k->key[place - k->first] : NULL;
}

/* Changes two keys, so that no ranking equals the previous one. */
static void change_keys(struct keys* k, int iteration) {
  int* low = own_key(k, iteration);
  int* high = own_key(k, iteration + MOST_ITERATIONS);
  if (low) *low = iteration;
  if (high) *high = k->problem->largest - iteration;
}

/* Counts the keys of each bucket, and sorts them by buckets. */
static void fill_buckets(struct keys* k, int* count) {
  const int buckets = k->problem->buckets, width = k->problem->largest / buckets;
  int* next = allocate(buckets, sizeof *next);
  memset(count, 0, buckets * sizeof *count);
  for (int i = 0; i < k->count; i++) count[k->key[i] / width]++;
  for (int b = 1; b < buckets; b++) next[b] = next[b - 1] + count[b - 1];
  for (int i = 0; i < k->count; i++) k->bucketed[next[k->key[i] / width]++] = k->key[i];
  free(next);
}

/* Rank r gets the buckets bound[r] … bound[r + 1] - 1: it ends where the sum of all keys so far
 * reaches its share. Returns the number of keys of the ranks below this one. */
static long deal_buckets(const struct problem* p, const int* total, int* bound) {
  long keys = 0, before = 0;
  for (int rank = 0, bucket = 0; rank < program.size; rank++) {
    bound[rank] = bucket;
    if (rank == program.rank) before = keys;
    const long share = part_start(p->keys, rank + 1, program.size);
    while (bucket < p->buckets && keys < share) keys += total[bucket++];
  }
  bound[program.size] = p->buckets;
  return before;
}

/* Brings every key to the rank of its bucket. */
static void exchange_keys(const struct keys* k, const int* count, const int* bound,
                          struct ranking* r) {
  const int size = program.size;
  int *sent = allocate(4 * size, sizeof *sent), *from = sent + size, *came = from + size,
      *to = came + size;
  for (int q = 0; q < size; q++) {
    for (int b = bound[q]; b < bound[q + 1]; b++) sent[q] += count[b];
    if (q > 0) from[q] = from[q - 1] + sent[q - 1];
  }
  MPI_Alltoall(sent, 1, MPI_INT, came, 1, MPI_INT, MPI_COMM_WORLD);
  for (int q = 1; q < size; q++) to[q] = to[q - 1] + came[q - 1];
  r->received_count = to[size - 1] + came[size - 1];
  if (r->received_count > r->capacity) {
    free(r->received);
    r->capacity = r->received_count + r->received_count / 8;
    r->received = allocate(r->capacity, sizeof *r->received);
  }
  MPI_Alltoallv(k->bucketed, sent, from, MPI_INT, r->received, came, to, MPI_INT, MPI_COMM_WORLD);
  r->keys_out += k->count - sent[program.rank];
  r->keys_in += r->received_count - came[program.rank];
  free(sent);
}

static void count_keys(const struct keys* k, const int* bound, struct ranking* r) {
  const int width = k->problem->largest / k->problem->buckets;
  r->least = bound[program.rank] * width;
  r->range = (bound[program.rank + 1] - bound[program.rank]) * width;
  memset(r->up_to, 0, (size_t)r->range * sizeof *r->up_to);
  for (int i = 0; i < r->received_count; i++) r->up_to[r->received[i] - r->least]++;
  for (int i = 1; i < r->range; i++) r->up_to[i] += r->up_to[i - 1];
}

/* Computes one ranking. The keys whose ranks are known are sent with the counts of the buckets. */
static void rank_keys(struct keys* k, struct ranking* r) {
  const struct problem* p = k->problem;
  int* count = allocate(p->buckets + TESTS, sizeof *count);
  int* total = allocate(p->buckets + TESTS, sizeof *total);
  int* bound = allocate(program.size + 1, sizeof *bound);
  fill_buckets(k, count);
  for (int t = 0; t < TESTS; t++) {
    const int* key = own_key(k, p->test_place[t]);
    count[p->buckets + t] = key ? *key : 0;
  }
  MPI_Allreduce(count, total, p->buckets + TESTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  memcpy(r->test_key, total + p->buckets, sizeof r->test_key);
  r->before = deal_buckets(p, total, bound);
  exchange_keys(k, count, bound, r);
  count_keys(k, bound, r);
  free(count);
  free(total);
  free(bound);
}

/* Partial verification: returns how many of the five test keys are on this rank and have the right
 * rank. */
static int right_ranks(const struct problem* p, const struct ranking* r, int iteration) {
  int right = 0;
  for (int t = 0; t < TESTS; t++) {
    const int at = r->test_key[t] - r->least;
    if (at < 0 || at >= r->range) continue;
    const long rank = r->before + (at > 0 ? r->up_to[at - 1] : 0);
    right += rank == known_rank(p, t, iteration);
  }
  return right;
}

static uint64_t sum_of_hashes(const int* key, int count) {
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) sum += mix(key[i] + 1);
  return sum;
}

/* Lists the keys of this rank in order. */
static void write_sorted(const struct ranking* r, int* sorted) {
  for (int i = 0, place = 0; i < r->range; i++)
    while (place < r->up_to[i]) sorted[place++] = r->least + i;
}

/* Full verification: the keys are in order on each rank and from rank to rank, and they are the
 * same keys as before the sort. `checksum` is a hash of every key and its position. */
static int all_sorted(const struct keys* k, const struct ranking* r, uint64_t* checksum) {
  int* sorted = allocate(r->received_count, sizeof *sorted);
  write_sorted(r, sorted);
  const int n = r->received_count;
  int ordered = 1, largest = n > 0 ? sorted[n - 1] : INT_MIN, below = INT_MIN;
  for (int i = 1; i < n; i++) ordered &= sorted[i - 1] <= sorted[i];
  MPI_Exscan(&largest, &below, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (program.rank > 0 && n > 0) ordered &= below <= sorted[0];
  *checksum = 0;
  for (int i = 0; i < n; i++) *checksum += mix(mix(r->before + i) + (uint64_t)sorted[i]);
  uint64_t sums[4] = {sum_of_hashes(k->key, k->count), sum_of_hashes(sorted, n), (uint64_t)n,
                      *checksum};
  MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &ordered, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  *checksum = sums[3];
  free(sorted);
  return ordered && sums[0] == sums[1] && sums[2] == (uint64_t)k->problem->keys;
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "is");
  const int status = parse_nas_options(argc, argv, "S|W|A", MOST_ITERATIONS, usage, &option);
  if (status >= 0) return end_early(status);

  const struct problem* p = &problems[option.class];
  const int iterations = option.iterations ? option.iterations : MOST_ITERATIONS;
  struct keys keys = draw_keys(p);
  struct ranking ranking = {.capacity = 0};
  ranking.up_to = allocate(p->largest, sizeof *ranking.up_to);
  rank_keys(&keys, &ranking); /* so that memory and connections are there */
  ranking.keys_out = ranking.keys_in = 0;

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  int right = 0;
  for (int iteration = 1; iteration <= iterations; iteration++) {
    change_keys(&keys, iteration);
    rank_keys(&keys, &ranking);
    right += right_ranks(p, &ranking, iteration);
  }
  double seconds = MPI_Wtime() - begin;

  uint64_t checksum;
  const int sorted = all_sorted(&keys, &ranking, &checksum);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const double busiest = megabytes_of_busiest(ranking.keys_out * (long)sizeof(int),
                                              ranking.keys_in * (long)sizeof(int));
  const int verified = sorted && right == TESTS * iterations;
  if (program.rank == 0) {
    printf("is: class %c, %ld keys below %d, %d rankings\n", CLASSES[option.class], p->keys,
           p->largest, iterations);
    printf("time: %.4f ms, %d ranks, %.2f million keys ranked a second, busiest %.6f MB\n",
           1e3 * seconds, program.size, 1e-6 * iterations * (double)p->keys / seconds, busiest);
    printf("checksum: %a\n", ldexp((double)(checksum >> 11), -53));
    printf("ranks: %d of %d as they should be, keys %s: %s\n", right, TESTS * iterations,
           sorted ? "sorted" : "NOT SORTED", verified ? "verified" : "WRONG");
  }
  free(keys.key);
  free(keys.bucketed);
  free(ranking.received);
  free(ranking.up_to);
  MPI_Finalize();
  return !verified;
}
