// SPDX-License-Identifier: Apache-2.0
// Sparse matrices times vectors behind receives that a loop of waits completes. The compiler does not know the
// requests: they are on the heap, copied, null, started by another function, or persistent. An error may or may not end
// the program. Prints a sum of all bits of all results.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { rows = 3000, halo = 40, most = 9, steps = 12 };

struct matrix {
  int n, neighbours, peer[2];
  int *begin, *column;
  double *value, *outgoing;
  MPI_Request *request;
};

static double x[rows + 2 * halo], y[rows];
// The compiler does not know the value of this pointer.
struct matrix *given;
MPI_Request *spare;

static uint64_t random_number(void) {
  static uint64_t state = 88172645463325252;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state >> 11;
}

static void make_matrix(struct matrix *a) {
  a->begin = malloc((rows + 1) * sizeof *a->begin), a->column = malloc(rows * most * sizeof *a->column);
  a->value = malloc(rows * most * sizeof *a->value), a->outgoing = malloc(2 * halo * sizeof *a->outgoing);
  a->request = malloc(4 * sizeof *a->request);
  for (int i = 0; i < 4; i++) a->request[i] = MPI_REQUEST_NULL;
  a->n = rows, a->neighbours = 2;
  int count = 0;
  for (int i = 0; i < rows; i++) {
    a->begin[i] = count;
    const int length = i % 17 == 3 ? 0 : 1 + (int)(random_number() % most);
    const int reads_halo = i < 60 || i >= rows - 60;
    for (int k = 0; k < length; k++, count++) {
      const uint64_t some = random_number();
      a->column[count] = reads_halo && k == length - 1 ? rows + (int)(some % (2 * halo)) : (int)(some % rows);
      a->value[count] = (double)(some % 1000) / 977 - 0.5;
    }
  }
  a->begin[rows] = count;
}

static void pack_and_send(struct matrix *a, const double *in) {
  memcpy(a->outgoing, in + a->n - halo, halo * sizeof *in);
  memcpy(a->outgoing + halo, in, halo * sizeof *in);
  for (int i = 0; i < 2; i++)
    MPI_Send(a->outgoing + i * halo, halo, MPI_DOUBLE, a->peer[1 - i], 0, MPI_COMM_WORLD);
}

static void multiply_exits(struct matrix *a, double *in, double *out) {
  const int n = a->n, neighbours = a->neighbours;
  const int *const begin = a->begin, *const column = a->column;
  const double *const value = a->value;
  double *from = in + n;
  for (int i = 0; i < neighbours; i++, from += halo)
    MPI_Irecv(from, halo, MPI_DOUBLE, a->peer[i], 0, MPI_COMM_WORLD, &a->request[i]);
  pack_and_send(a, in);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&a->request[i], &status)) exit(3);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; j++) sum += value[j] * in[column[j]];
    out[i] = sum;
  }
}

// The program continues after an error is returned. Copies of the requests complete the receives.
static void multiply_copied(struct matrix *a, double *in, double *out) {
  const int n = a->n;
  const int *const begin = a->begin, *const column = a->column;
  const double *const value = a->value;
  MPI_Request request[2], other[2];
  for (int i = 0; i < 2; i++)
    MPI_Irecv(in + n + i * halo, halo, MPI_DOUBLE, a->peer[i], 0, MPI_COMM_WORLD, &request[i]);
  pack_and_send(a, in);
  other[0] = request[1], other[1] = request[0];
  for (int i = 0; i < 2; i++)
    if (MPI_Wait(&other[i], MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      fprintf(stderr, "MPI_Wait failed\n");
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; j++) sum += value[j] * in[column[j]];
    out[i] = sum;
  }
}

__attribute__((noinline)) static void start_elsewhere(double *place, int peer, int persistent) {
  if (!persistent) {
    MPI_Irecv(place, halo, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &spare[0]);
    return;
  }
  if (spare[2] == MPI_REQUEST_NULL) MPI_Recv_init(place, halo, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &spare[2]);
  MPI_Start(&spare[2]);
}

// Another function has started one of the requests, so this function does not know what it receives.
static void multiply_mixed(struct matrix *a, double *in, double *out, int persistent) {
  const int n = a->n;
  const int *const begin = a->begin, *const column = a->column;
  const double *const value = a->value;
  start_elsewhere(in + n, a->peer[0], persistent);
  MPI_Irecv(in + n + halo, halo, MPI_DOUBLE, a->peer[1], 0, MPI_COMM_WORLD, &spare[1]);
  pack_and_send(a, in);
  MPI_Status status[3];
  if (MPI_Waitall(3, spare, status)) exit(3);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; j++) sum += value[j] * in[column[j]];
    out[i] = sum;
  }
}

// Clears the halo, so that a row that reads it too early gets other values.
static void forget_halo(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) usleep(500);  // others wait for its messages
  memset(x + rows, 0, 2 * halo * sizeof *x);
}

static void print(const char *what, int step) {
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < sizeof y; i++) sum = (sum ^ ((const unsigned char *)y)[i]) * 1099511628211u;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sum ^= (uint64_t)rank * 7919;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %d %016llx\n", what, step, (unsigned long long)all);
}

int main(int argc, char **argv) {
  int size, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  given = malloc(sizeof *given), spare = malloc(3 * sizeof *spare);
  for (int i = 0; i < 3; i++) spare[i] = MPI_REQUEST_NULL;
  make_matrix(given);
  given->peer[0] = (rank + size - 1) % size, given->peer[1] = (rank + 1) % size;
  for (int i = 0; i < rows; i++) x[i] = (double)(i * 37 % 101 + rank) / 16;
  for (int step = 0; step < steps; step++) {
    if (step == steps - 2) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    forget_halo();
    multiply_exits(given, x, y);
    print("exits", step);
    forget_halo();
    multiply_copied(given, x, y);
    print("copied", step);
    for (int persistent = 0; persistent < 2; persistent++) {
      forget_halo();
      multiply_mixed(given, x, y, persistent);
      print("mixed", step);
    }
    for (int i = 0; i < rows; i++) x[i] = y[i] / 8;
  }
  if (spare[2] != MPI_REQUEST_NULL) MPI_Request_free(&spare[2]);
  MPI_Finalize();
}
