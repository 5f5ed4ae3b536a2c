/* SPDX-License-Identifier: Apache-2.0 */
/* Calls a mix of all collectives by their MPI name and by their PMPI name, by turns within the same
 * process. A library in front of the MPI costs the difference, even if the machine is disturbed.
 *
 *   collective_mix CALLS BLOCKS BYTES...
 *
 * For each operation and size there are BLOCKS blocks of CALLS calls of either kind, by turns.
 * BYTES are those of one block, for reductions of the vector. Without arguments: MPI_Init and
 * MPI_Finalize alone. A block's time is that of the slowest rank. Printed are the medians of all
 * blocks, and the sums over everything. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 101 };

static int rank, size, bytes;
static char *sent, *received;
static int *counts, *places, *moved; /* of equal blocks; counts of one block at the root alone */
static MPI_Datatype* types;
static double sums[2]; /* seconds of all calls, and of the MPI's own */

/* One call each; P is empty, or P for the installed MPI's own. */
#define CALLS_OF(P)                                                                                \
  static void P##barrier(void) {                                                                   \
    P##MPI_Barrier(MPI_COMM_WORLD);                                                                \
  }                                                                                                \
  static void P##bcast(void) {                                                                     \
    P##MPI_Bcast(sent, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);                                        \
  }                                                                                                \
  static void P##gather(void) {                                                                    \
    P##MPI_Gather(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);            \
  }                                                                                                \
  static void P##gatherv(void) {                                                                   \
    P##MPI_Gatherv(sent, bytes, MPI_BYTE, received, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);  \
  }                                                                                                \
  static void P##scatter(void) {                                                                   \
    P##MPI_Scatter(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);           \
  }                                                                                                \
  static void P##scatterv(void) {                                                                  \
    P##MPI_Scatterv(sent, counts, places, MPI_BYTE, received, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); \
  }                                                                                                \
  static void P##allgather(void) {                                                                 \
    P##MPI_Allgather(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);            \
  }                                                                                                \
  static void P##allgatherv(void) {                                                                \
    P##MPI_Allgatherv(sent, bytes, MPI_BYTE, received, counts, places, MPI_BYTE, MPI_COMM_WORLD);  \
  }                                                                                                \
  static void P##alltoall(void) {                                                                  \
    P##MPI_Alltoall(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);             \
  }                                                                                                \
  static void P##alltoallv(void) {                                                                 \
    P##MPI_Alltoallv(sent, counts, places, MPI_BYTE, received, counts, places, MPI_BYTE,           \
                     MPI_COMM_WORLD);                                                              \
  }                                                                                                \
  static void P##alltoallw(void) {                                                                 \
    P##MPI_Alltoallw(sent, counts, places, types, received, counts, places, types,                 \
                     MPI_COMM_WORLD);                                                              \
  }                                                                                                \
  static void P##reduce(void) {                                                                    \
    P##MPI_Reduce(sent, received, bytes / 8, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);              \
  }                                                                                                \
  static void P##allreduce(void) {                                                                 \
    P##MPI_Allreduce(sent, received, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);              \
  }                                                                                                \
  static void P##scan(void) {                                                                      \
    P##MPI_Scan(sent, received, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);                   \
  }                                                                                                \
  static void P##exscan(void) {                                                                    \
    P##MPI_Exscan(sent, received, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);                 \
  }                                                                                                \
  static void P##reduce_scatter(void) {                                                            \
    P##MPI_Reduce_scatter(sent, received, moved, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);             \
  }                                                                                                \
  static void P##reduce_scatter_block(void) {                                                      \
    P##MPI_Reduce_scatter_block(sent, received, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);   \
  }

CALLS_OF()
CALLS_OF(P)

#define BOTH(name) {#name, name, P##name}

static const struct operation {
  const char* name;
  void (*call)(void);
  void (*own)(void);
} operations[] = {BOTH(barrier),
                  BOTH(bcast),
                  BOTH(gather),
                  BOTH(gatherv),
                  BOTH(scatter),
                  BOTH(scatterv),
                  BOTH(allgather),
                  BOTH(allgatherv),
                  BOTH(alltoall),
                  BOTH(alltoallv),
                  BOTH(alltoallw),
                  BOTH(reduce),
                  BOTH(allreduce),
                  BOTH(scan),
                  BOTH(exscan),
                  BOTH(reduce_scatter),
                  BOTH(reduce_scatter_block)};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void* new_memory(size_t bytes_wanted) {
  void* memory = calloc(bytes_wanted ? bytes_wanted : 1, 1);
  if (!memory) {
    fprintf(stderr, "collective_mix: no memory\n");
    PMPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

/* Seconds of one call, of the slowest rank. */
static double time_block(void (*call)(void), int calls) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < calls; ++i) call();
  double own = (PMPI_Wtime() - begin) / calls, slowest = 0;
  PMPI_Reduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return slowest;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  return values[count / 2];
}

static void prepare(int block) {
  bytes = block;
  sent = new_memory((size_t)size * (size_t)bytes);
  received = new_memory((size_t)size * (size_t)bytes);
  counts = new_memory((size_t)size * sizeof *counts);
  places = new_memory((size_t)size * sizeof *places);
  moved = new_memory((size_t)size * sizeof *moved);
  types = new_memory((size_t)size * sizeof *types);
  for (int r = 0; r < size; ++r) {
    counts[r] = bytes;
    places[r] = r * bytes;
    moved[r] = bytes / 8;
    types[r] = MPI_BYTE;
  }
}

static void clean_up(void) {
  free(sent), free(received), free(counts), free(places), free(moved), free(types);
}

static void measure(const struct operation* what, int calls, int blocks) {
  double times[2][MOST_BLOCKS];
  time_block(what->call, 1);
  time_block(what->own, 1);
  for (int i = 0; i < blocks; ++i) {
    /* The variant that runs first may find colder caches. */
    const int first = i % 2;
    times[first][i] = time_block(first ? what->own : what->call, calls);
    times[!first][i] = time_block(first ? what->call : what->own, calls);
  }
  for (int i = 0; i < blocks; ++i) {
    sums[0] += calls * times[0][i];
    sums[1] += calls * times[1][i];
  }
  if (rank == 0)
    printf("%s/%d: %.4f us, own %.4f us\n", what->name, bytes, 1e6 * median(times[0], blocks),
           1e6 * median(times[1], blocks));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int calls = argc > 1 ? atoi(argv[1]) : 1, blocks = argc > 2 ? atoi(argv[2]) : 1;
  if (calls < 1 || blocks < 1 || blocks > MOST_BLOCKS) {
    if (rank == 0) fprintf(stderr, "usage: collective_mix [CALLS BLOCKS BYTES...]\n");
    MPI_Finalize();
    return 2;
  }
  for (int i = 3; i < argc; ++i) {
    prepare(atoi(argv[i]));
    for (int k = 0; k < OPERATIONS; ++k) measure(&operations[k], calls, blocks);
    clean_up();
  }
  if (rank == 0) printf("all: %.6f s, own %.6f s\n", sums[0], sums[1]);
  MPI_Finalize();
  return 0;
}
