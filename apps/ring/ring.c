/* SPDX-License-Identifier: Apache-2.0 */
/* Every pair of N points by a systolic ring: each rank's block of points travels once around, and
 * each rank adds up the distances from its own points to the visiting ones.
 *
 * The points are the integers 0 … N-1 in a scattered order, so that each point's sum of distances
 * is known exactly: x (x + 1) / 2 + (N - 1 - x) (N - x) / 2. */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>

#include "../common/options.h"

#pragma bamboo dimension 1

static int points = 4096, rounds = 1;

static void usage(FILE* to) {
  fprintf(to,
          "usage: ring [--points N] [--rounds R]\n"
          "  -p, --points N    points, at least one a rank (default 4096)\n"
          "  -r, --rounds R    times around the ring (default 1)\n"
          "  -h, --help        this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"points", 'p', READ_NUMBER, &points, 1, 1 << 24},
                                   {"rounds", 'r', READ_NUMBER, &rounds, 1, 1000}};
  return READ_CHOICES(argc, argv, choices, usage);
}

/* Returns the g-th point. An odd multiplier visits every residue modulo a power of two once; the
 * function skips values from N on. */
static void scatter(int64_t* own, long first, long count) {
  long modulus = 1, index = -1, g = 0;
  while (modulus < points) modulus *= 2;
  while (g < first + count) {
    index++;
    const long x = (long)((uint64_t)index * UINT64_C(2654435761) % (uint64_t)modulus);
    if (x >= points) continue;
    if (g >= first) own[g - first] = x;
    g++;
  }
}

static void add_distances(const int64_t* restrict own, int64_t* restrict sum, long count,
                          const int64_t* restrict visiting, long visitors) {
  for (long v = 0; v < visitors; v++) {
    const int64_t x = visiting[v];
    for (long i = 0; i < count; i++) {
      const int64_t d = own[i] - x;
      sum[i] += d < 0 ? -d : d;
    }
  }
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "ring");
  const int rank = program.rank, size = program.size;
  int status = parse_options(argc, argv);
  if (status < 0 && points < size)
    status = refuse("%d points are too few for %d ranks", points, size);
  if (status >= 0) return end_early(status);

  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  const long first = (long)points * rank / size,
             count = (long)points * (rank + 1) / size - first;
  const long most = points / size + 1;
  int64_t *own = allocate(count, sizeof *own), *sum = allocate(count, sizeof *sum);
  int64_t *visiting = allocate(most, sizeof *visiting),
          *arriving = allocate(most, sizeof *arriving);
  int visitors = (int)count;
  scatter(own, first, count);
  for (long i = 0; i < count; i++) visiting[i] = own[i];

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout OneNeighborForward X
  for (long step = 0; step < (long)rounds * size; step++) {
    MPI_Status from_left;
    MPI_Request sent;
    int arrived;
#pragma bamboo send
    MPI_Isend(visiting, visitors, MPI_INT64_T, right, 0, MPI_COMM_WORLD, &sent);
#pragma bamboo receive
    MPI_Recv(arriving, (int)most, MPI_INT64_T, left, 0, MPI_COMM_WORLD, &from_left);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    add_distances(own, sum, count, visiting, visitors);
    MPI_Get_count(&from_left, MPI_INT64_T, &arrived);
    int64_t* swap = visiting;
    visiting = arriving;
    arriving = swap;
    visitors = arrived;
  }
  double seconds = MPI_Wtime() - begin;

  long wrong = 0;
  uint64_t checksum = 0;
  for (long i = 0; i < count; i++) {
    const int64_t x = own[i], others = points - 1 - x;
    wrong += sum[i] != rounds * (x * (x + 1) / 2 + others * (others + 1) / 2);
    checksum += ((uint64_t)sum[i] * UINT64_C(0x9e3779b97f4a7c15)) * (2 * (uint64_t)(first + i) + 1);
  }
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &checksum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("ring: %d points, %d rounds\n", points, rounds);
    printf("time: %.4f ms per step, %d ranks\n", 1e3 * seconds / rounds / size, size);
    printf("checksum: %a\n", ldexp((double)(checksum >> 11), -53));
    printf("wrong sums: %ld, %s\n", wrong, wrong ? "WRONG" : "verified");
  }
  free(own);
  free(sum);
  free(visiting);
  free(arriving);
  MPI_Finalize();
  return wrong ? 1 : 0;
}
