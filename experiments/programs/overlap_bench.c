/* SPDX-License-Identifier: Apache-2.0 */
/* How much of one blocking operation is hidden behind computation that follows it and takes as long, after
 * A. Denis and F. Trahay, "MPI Overlap: Benchmark and Analysis" (ICPP 2016). Plain MPI: whether anything
 * can be hidden is a matter of the compiler and of the MPI.
 *
 *   overlap_bench OPERATION BYTES ROUNDS     sendrecv, alltoall, bcast or allreduce; bytes of a buffer */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32 };

static double* a;
static double* b;
static double* c;

/* `times` products of small matrices, which stay in the cache. */
__attribute__((noinline)) static void compute(int times) {
  for (int t = 0; t < times; ++t)
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        double sum = 0;
        for (int k = 0; k < N; ++k) sum += a[i * N + k] * b[k * N + j];
        c[i * N + j] += 1e-9 * sum;
      }
}

struct buffers {
  double *out, *in;
  int count, peer;
};

#define OPERATION(NAME, ...)                                                       \
  __attribute__((noinline)) static void NAME##_alone(struct buffers x) {           \
    __VA_ARGS__;                                                                   \
  }                                                                                \
  __attribute__((noinline)) static void NAME##_both(struct buffers x, int times) { \
    __VA_ARGS__;                                                                   \
    compute(times);                                                                \
  }

OPERATION(sendrecv, MPI_Sendrecv(x.out, x.count, MPI_DOUBLE, x.peer, 0, x.in, x.count, MPI_DOUBLE,
                                 x.peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
OPERATION(alltoall, int size; MPI_Comm_size(MPI_COMM_WORLD, &size);
          MPI_Alltoall(x.out, x.count / size, MPI_DOUBLE, x.in, x.count / size, MPI_DOUBLE,
                       MPI_COMM_WORLD))
OPERATION(bcast, MPI_Bcast(x.out, x.count, MPI_DOUBLE, 0, MPI_COMM_WORLD))
OPERATION(allreduce, MPI_Allreduce(x.out, x.in, x.count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD))

static const struct {
  const char* name;
  void (*alone)(struct buffers);
  void (*both)(struct buffers, int);
} operations[] = {{"sendrecv", sendrecv_alone, sendrecv_both},
                  {"alltoall", alltoall_alone, alltoall_both},
                  {"bcast", bcast_alone, bcast_both},
                  {"allreduce", allreduce_alone, allreduce_both}};

static double now(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

static int by_value(const void* left, const void* right) {
  const double x = *(const double*)left, y = *(const double*)right;
  return (x > y) - (x < y);
}

static double median(double* values, int count) {
  qsort(values, count, sizeof *values, by_value);
  return values[count / 2];
}

static double* new_array(int count) {
  double* values = malloc(count * sizeof *values);
  for (int i = 0; i < count; ++i) values[i] = i % 7;
  return values;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, which = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; argc == 4 && i < 4; ++i)
    if (strcmp(argv[1], operations[i].name) == 0) which = i;
  if (which < 0) {
    if (rank == 0)
      fprintf(stderr, "usage: overlap_bench sendrecv|alltoall|bcast|allreduce BYTES ROUNDS\n");
    MPI_Finalize();
    return 2;
  }
  const int count = atoi(argv[2]) / (int)sizeof(double), rounds = atoi(argv[3]);
  struct buffers x = {new_array(count), new_array(count), count, rank ^ 1};
  if (x.peer >= size) x.peer = MPI_PROC_NULL;
  a = new_array(N * N);
  b = new_array(N * N);
  c = new_array(N * N);

  double* computing = malloc(rounds * sizeof(double));
  double* alone = malloc(rounds * sizeof(double));
  double* both = malloc(rounds * sizeof(double));
  /* The computation takes as long as the operation; the first process measures that for all. */
  operations[which].alone(x);
  double begin = now();
  for (int i = 0; i < 5; ++i) operations[which].alone(x);
  const double operation = (MPI_Wtime() - begin) / 5;
  begin = now();
  compute(200);
  const double product = (MPI_Wtime() - begin) / 200;
  int times = (int)(operation / product + 0.5);
  if (times < 1) times = 1;
  MPI_Bcast(&times, 1, MPI_INT, 0, MPI_COMM_WORLD);

  for (int i = 0; i < rounds; ++i) {
    begin = now();
    compute(times);
    computing[i] = now() - begin;
    begin = now();
    operations[which].alone(x);
    alone[i] = now() - begin;
    begin = now();
    operations[which].both(x, times);
    both[i] = now() - begin;
  }
  if (rank == 0) {
    printf("compute: %.6f ms\n", 1e3 * median(computing, rounds));
    printf("alone: %.6f ms\n", 1e3 * median(alone, rounds));
    printf("both: %.6f ms\n", 1e3 * median(both, rounds));
  }
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += x.in[i] + x.out[i];
  printf("rank %d: checksum %a\n", rank, sum);
  free(computing), free(alone), free(both), free(x.out), free(x.in), free(a), free(b), free(c);
  MPI_Finalize();
  return 0;
}
