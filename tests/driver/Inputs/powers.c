// SPDX-License-Identifier: Apache-2.0
// The sizes and the arrays of a grid are global variables, and a sweep calls pow, which may write errno. Columns are packed,
// exchanged and unpacked; a second wait is for what is sent. Prints all bits of all results.
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ghosts = 2, fields = 4, steps = 40 };

int rank, size, nx = 60, nz = 50, left, right;
double *state, *other, *weight, *flux, *sent[2], *received[2];

static double* cell(double* x, int field, int k, int i) {
  return x + field * nz * (nx + 2 * ghosts) + k * (nx + 2 * ghosts) + i;
}

void exchange(double* x) {
  MPI_Request receives[2], sends[2];
  if (size == 1) {
    for (int field = 0; field < fields; field++)
      for (int k = 0; k < nz; k++)
        for (int i = 0; i < ghosts; i++) {
          *cell(x, field, k, i) = *cell(x, field, k, nx + i);
          *cell(x, field, k, ghosts + nx + i) = *cell(x, field, k, ghosts + i);
        }
    return;
  }
  MPI_Irecv(received[0], ghosts * nz * fields, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &receives[0]);
  MPI_Irecv(received[1], ghosts * nz * fields, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &receives[1]);
  for (int field = 0; field < fields; field++)
    for (int k = 0; k < nz; k++)
      for (int i = 0; i < ghosts; i++) {
        sent[0][(field * nz + k) * ghosts + i] = *cell(x, field, k, ghosts + i);
        sent[1][(field * nz + k) * ghosts + i] = *cell(x, field, k, nx + i);
      }
  MPI_Isend(sent[0], ghosts * nz * fields, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(sent[1], ghosts * nz * fields, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &sends[1]);
  MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
  for (int field = 0; field < fields; field++)
    for (int k = 0; k < nz; k++)
      for (int i = 0; i < ghosts; i++) {
        *cell(x, field, k, i) = received[0][(field * nz + k) * ghosts + i];
        *cell(x, field, k, ghosts + nx + i) = received[1][(field * nz + k) * ghosts + i];
      }
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

void sweep(double* x) {
  for (int k = 0; k < nz; k++)
    for (int i = 0; i <= nx; i++) {
      double value[fields];
      for (int field = 0; field < fields; field++)
        value[field] = 0.1 * *cell(x, field, k, i) + 0.4 * *cell(x, field, k, i + 1) +
                       0.4 * *cell(x, field, k, i + 2) + 0.1 * *cell(x, field, k, i + 3);
      const double pressure = weight[k] * pow(value[0] * value[3], 0.4);
      flux[k * (nx + 1) + i] = pressure + value[1] - value[2];
    }
}

static void step(double* x, double* y) {
  usleep(rank % 2 == 0 ? 2000 : 0);  // others wait for its messages
  exchange(x);
  sweep(x);
  for (int field = 0; field < fields; field++)
    for (int k = 0; k < nz; k++)
      for (int i = 0; i < nx; i++)
        *cell(y, field, k, ghosts + i) =
            *cell(x, field, k, ghosts + i) +
            0.01 * (flux[k * (nx + 1) + i + 1] - flux[k * (nx + 1) + i]);
}

static double* reals(size_t count) {
  double* made = calloc(count, sizeof *made);
  if (made == NULL) abort();
  return made;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size, right = (rank + 1) % size;
  const int cells = fields * nz * (nx + 2 * ghosts);
  state = reals(cells), other = reals(cells), weight = reals(nz), flux = reals(nz * (nx + 1));
  for (int side = 0; side < 2; side++)
    sent[side] = reals(ghosts * nz * fields), received[side] = reals(ghosts * nz * fields);
  for (int i = 0; i < cells; i++) state[i] = 1 + (double)((i + rank) * 37 % 101) / 64;
  for (int k = 0; k < nz; k++) weight[k] = 1 + k / 32.0;
  for (int pair = 0; pair < steps / 2; pair++) {
    step(state, other);
    step(other, state);
  }
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < cells * sizeof *state; i++)
    sum = (sum ^ ((const unsigned char*)state)[i]) * 1099511628211u;
  sum *= 2 * (uint64_t)rank + 1;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%016llx\n", (unsigned long long)all);
  MPI_Finalize();
}
