/* SPDX-License-Identifier: Apache-2.0 */
/* The 2.5D matrix product, restructured by hand; with -fopenmp it is MPI+OMP-olap. The blocks of
 * the next step travel while those of this step are multiplied; A is aligned while B is still
 * broadcast; and the rows of C that are ready are reduced while the others are multiplied for the
 * last time. */
#include "../cannon/split_phase.h"
#include "layers.h"

enum { MOST_PIECES = 64 }; /* pieces of C, each with its own reduction */

/* Copies A and B from layer 0 to all layers, and in each layer to the ranks whose first step needs
 * them. */
static void distribute(const struct layers* l, const struct peers* p, int elements, double** A,
                       double** B, double** rA, double** rB) {
  double* copy[] = {*A, *B};
  const int to[] = {p->a_to, p->b_to};
  MPI_Request arrival[2], move[4];
  for (int i = 0; i < 2; i++) MPI_Ibcast(copy[i], elements, MPI_DOUBLE, 0, l->line, &arrival[i]);
  if (l->first_step == 0) {
    MPI_Waitall(2, arrival, MPI_STATUSES_IGNORE);
    return;
  }
  MPI_Irecv(*rA, elements, MPI_DOUBLE, p->a_from, 0, p->comm, &move[0]);
  MPI_Irecv(*rB, elements, MPI_DOUBLE, p->b_from, 1, p->comm, &move[1]);
  for (int i = 0; i < 2; i++) {
    int which;
    MPI_Waitany(2, arrival, &which, MPI_STATUS_IGNORE);
    MPI_Isend(copy[which], elements, MPI_DOUBLE, to[which], which, p->comm, &move[2 + i]);
  }
  MPI_Waitall(4, move, MPI_STATUSES_IGNORE);
  swap(A, rA);
  swap(B, rB);
}

/* Computes the last step in pieces of rows. Each piece is reduced to layer 0 while the next one is
 * computed. */
static void multiply_and_reduce(const struct layers* l, int n, const double* A, const double* B,
                                double beta, double* C) {
  const struct range k = {0, n};
  const int least = (n + MOST_PIECES - 1) / MOST_PIECES, wished = piece_of(n);
  const int piece = wished > least ? wished : least;
  MPI_Request reductions[MOST_PIECES];
  int begun = 0, done;
  for (struct range rows = {0, 0}; rows.from < n; rows.from = rows.to) {
    rows.to = rows.from + piece < n ? rows.from + piece : n;
    multiply_part(n, rows, k, A, B, beta, C);
    double* first = C + (long)rows.from * n;
    MPI_Ireduce(l->at[2] == 0 ? MPI_IN_PLACE : first, first, (rows.to - rows.from) * n, MPI_DOUBLE,
                MPI_SUM, 0, l->line, &reductions[begun++]);
    MPI_Testall(begun, reductions, &done, MPI_STATUSES_IGNORE);
  }
  MPI_Waitall(begun, reductions, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv) {
  option.polls = 16;
  struct layers layers;
  struct blocks blocks;
  const int status = set_up(argc, argv, "cannon25d_olap", &layers, &blocks);
  if (status >= 0) return status;
  const int replicated = layers.c > 1 && option.communicate;
  const struct peers start = peers_at(&layers, layers.first_step), next = peers_at(&layers, 1);
  const int n = blocks.n, last = layers.steps - 1;
  double *A = allocate(blocks.elements, sizeof(double)),
         *rA = allocate(blocks.elements, sizeof(double));
  double *B = allocate(blocks.elements, sizeof(double)),
         *rB = allocate(blocks.elements, sizeof(double));
  double* C = allocate(blocks.elements, sizeof(double));
  fill_bottom(&layers, &blocks, A, B);
  fill_bottom(&layers, &blocks, rA, rB); /* what is multiplied when nothing comes in */

  MPI_Barrier(layers.grid);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    if (replicated) distribute(&layers, &start, blocks.elements, &A, &B, &rA, &rB);
    for (int step = 0; step < last; step++) {
      MPI_Request rotation[ROTATION];
      begin_rotation(&next, blocks.elements, A, B, rA, rB, rotation);
      multiply_and_poll(n, A, B, step > 0, C, ROTATION, rotation);
      MPI_Waitall(ROTATION, rotation, MPI_STATUSES_IGNORE);
      swap(&A, &rA);
      swap(&B, &rB);
    }
    if (replicated) {
      multiply_and_reduce(&layers, n, A, B, last > 0, C);
    } else {
      multiply(n, A, B, last > 0, C);
    }
  }
  const double seconds = MPI_Wtime() - begin;

  free_operands(A, B, rA, rB);
  return finish(&layers, &blocks, C, seconds);
}
