// SPDX-License-Identifier: Apache-2.0
// Nests that store and add up behind receives that a loop of waits completes, through requests on the heap: a matrix
// times a vector with the product of both, a stencil with its sum, a maximum and its place. Some are called with arrays
// that overlap; at the end an error would come back. All bits of all sums and of what is stored are printed.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEPARATE static __attribute__((noinline))
enum { n = 2000, halo = 30, length = n + 2 * halo, width = 5, steps = 40 };

struct exchange {
  int neighbours, peer[2];
  MPI_Request *request;
};
static double x[length], y[length], weights[length];
static int begin[n + 1], column[n * width];
static double value[n * width];
static uint64_t bits = 14695981039346656037u;
struct exchange *given;

static void mix(const void *what, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) bits = (bits ^ ((const unsigned char *)what)[i]) * 1099511628211u;
}

static inline void start(struct exchange *e, double *u) {
  for (int i = 0; i < e->neighbours; i++)
    MPI_Irecv(u + n + i * halo, halo, MPI_DOUBLE, e->peer[i], 0, MPI_COMM_WORLD, &e->request[i]);
  for (int i = 0; i < 2; i++) MPI_Send(u + i * (n - halo), halo, MPI_DOUBLE, e->peer[i], 0, MPI_COMM_WORLD);
}

SEPARATE double multiply(struct exchange *e, const int *from, const int *of, const double *by, double *in, double *out) {
  const int neighbours = e->neighbours;
  double dot = 0;
  start(e, in);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&e->request[i], &status)) exit(3);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = from[i]; j < from[i + 1]; j++) sum += by[j] * in[of[j]];
    out[i] = sum;
    dot += sum * in[i];
  }
  return dot;
}

// The received part is read at the end of the array.
SEPARATE double relax(struct exchange *e, double *u, double *v, const double *w) {
  const int neighbours = e->neighbours;
  double sum = 1;
  start(e, u);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&e->request[i], &status)) exit(3);
  for (int i = 0; i < n; i++) {
    v[i] = (u[i] + u[i + 2 * halo]) * 0.49;
    sum = sum * 0.999 + v[i] * w[i];
  }
  return sum;
}

struct extreme {
  double most;
  long place;
};
// Reads the old values, if both arrays are the same.
SEPARATE struct extreme change(struct exchange *e, double *u, double *v, const double *w) {
  const int neighbours = e->neighbours;
  struct extreme all = {-1, -1};
  start(e, u);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&e->request[i], &status)) exit(3);
  for (int i = 0; i < n; i++) {
    const double before = w[i], now = u[i + 2 * halo] / 3;
    v[i] = now;
    if ((now - before) * (now - before) > all.most) all.most = (now - before) * (now - before), all.place = i;
  }
  return all;
}

static void fill(int rank, int step) {
  for (int i = 0; i < length; i++) {
    x[i] = (double)(i * 7919 % 1013 + step) / 1013 + rank;
    y[i] = (double)(i * 104729 % 997) / 991;
    weights[i] = (double)(i * 31 % 89) / 83 - 0.4;
  }
  memset(x + n, 0, 2 * halo * sizeof *x);
  if (rank == 0) usleep(500);  // others wait for its messages
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  alarm(300);
  given = malloc(sizeof *given), given->request = malloc(2 * sizeof *given->request);
  given->neighbours = 2, given->peer[0] = (rank + size - 1) % size, given->peer[1] = (rank + 1) % size;
  for (int i = 0; i < n; i++) {
    begin[i] = width * i;
    for (int k = 0; k < width; k++) {
      column[width * i + k] = i > n - 50 && k == 4 ? n + i % (2 * halo) : (i * 13 + k * 29) % n;
      value[width * i + k] = (double)(i + k) / 1009 - 0.2;
    }
  }
  begin[n] = width * n;
  // The compiler does not know the values of these pointers.
  double *volatile first = x, *volatile second = y, *volatile third = weights;
  for (int way = 0; way < 13; way++) {
    if (way == 10) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int step = 0; step < steps; step++) {
      double sum = 0;
      struct extreme all = {0, 0};
      fill(rank, step);
      switch (way) {
        case 0: case 10: sum = multiply(given, begin, column, value, first, second); break;
        case 1: case 11: sum = relax(given, first, second, third); break;
        case 2: case 12: all = change(given, first, second, third); break;
        case 3: sum = relax(given, first, second, first + 2 * halo); break;  // w is what is received
        case 4: sum = relax(given, first, second, second); break;            // w is what is written
        case 5: sum = relax(given, first, second, second + 1); break;
        case 6: sum = relax(given, first, first + 1, third); break;
        case 7: sum = relax(given, first, first + 2 * halo, third); break;  // what is received is written
        case 8: all = change(given, first, second, second); break;
        default: sum = multiply(given, begin, column, value, first, first); break;  // rows read what rows write
      }
      mix(x, sizeof x), mix(y, sizeof y), mix(&sum, sizeof sum);
      mix(&all.most, sizeof all.most), mix(&all.place, sizeof all.place);
    }
    const uint64_t own = bits ^ (uint64_t)rank * 7919;
    uint64_t together;
    MPI_Reduce(&own, &together, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("way %d on %d ranks: %016llx\n", way, size, (unsigned long long)together);
  }
  MPI_Finalize();
  return 0;
}
