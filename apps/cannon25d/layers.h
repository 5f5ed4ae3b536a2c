/* SPDX-License-Identifier: Apache-2.0 */
/* The 2.5D matrix product (Solomonik and Demmel; SC'12, section V-D): c layers of q x q ranks.
 * Layer 0 has A and B; each layer gets a copy and makes its share of the q steps of Cannon's
 * algorithm; the sum of their C is the product. With c = 1 it is Cannon's algorithm, with c = q
 * nothing is rotated.
 *
 * This file holds all of the program except for the communication. */
#ifndef BAMBOO_APPS_CANNON25D_LAYERS_H
#define BAMBOO_APPS_CANNON25D_LAYERS_H

#include "../cannon/blocks.h"

/* A grid of C ranks along Z, and Q along X and Y. Ranks are numbered along Z first. */
struct layers {
  MPI_Comm grid, line; /* all ranks; the ranks with the same place in their layers */
  int c, q;
  int at[3];
  int first_step, steps; /* this layer's share of Cannon's */
};

static inline int share_of_layer(const struct layers* l, int layer) {
  return (int)((long)l->q * layer / l->c);
}

/* Returns the rank at a distance within the layer, or MPI_PROC_NULL if nothing is communicated. */
static inline int rank_at(const struct layers* l, int down, int right) {
  const int at[3] = {l->at[0] + down, l->at[1] + right, l->at[2]};
  int rank;
  if (!option.communicate) return MPI_PROC_NULL;
  MPI_Cart_rank(l->grid, at, &rank); /* the layers are tori */
  return rank;
}

static inline struct peers peers_at(const struct layers* l, int distance) {
  const struct peers p = {l->grid, rank_at(l, 0, -distance), rank_at(l, 0, distance),
                          rank_at(l, -distance, 0), rank_at(l, distance, 0)};
  return p;
}

/* Q for C layers of this many ranks, 0 if there is none. */
static inline int side_of_layer(int ranks, int c) {
  if (ranks % c != 0) return 0;
  for (int q = c; q * q <= ranks / c; q++)
    if (q * q == ranks / c) return q;
  return 0;
}

/* Chooses C. Returns -1 to continue, else the exit code. */
static inline int choose_replication(void) {
  char possible[200] = "";
  int largest = 0;
  for (int c = 1; c <= program.size && strlen(possible) < sizeof possible - 16; c++) {
    if (side_of_layer(program.size, c) == 0) continue;
    sprintf(possible + strlen(possible), "%s%d", largest ? ", " : "", c);
    largest = c;
  }
  if (largest == 0)
    return refuse("%d ranks are not C layers of Q x Q with C <= Q, for any C", program.size);
  if (option.replication == 0) option.replication = largest;
  if (side_of_layer(program.size, option.replication) == 0)
    return refuse(
        "--replication %d: %d ranks are not %d layers of Q x Q with Q >= %d; possible: %s",
        option.replication, program.size, option.replication, option.replication, possible);
  return -1;
}

static inline struct layers make_layers(void) {
  struct layers l = {.c = option.replication, .q = side_of_layer(program.size, option.replication)};
  const int dims[3] = {l.q, l.q, l.c}, periods[3] = {1, 1, 0}, along_z[3] = {0, 0, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &l.grid);
  MPI_Cart_coords(l.grid, program.rank, 3, l.at);
  MPI_Cart_sub(l.grid, along_z, &l.line);
  l.first_step = share_of_layer(&l, l.at[2]);
  l.steps = share_of_layer(&l, l.at[2] + 1) - l.first_step;
  return l;
}

/* Begins the program. Returns -1 to continue; else the program has ended with this exit code.
 * Without communication, every rank begins with the blocks that it would receive. */
static inline int set_up(int argc, char** argv, const char* name, struct layers* layers,
                         struct blocks* blocks) {
  option.replication = 0;
  begin_program(&argc, &argv, name);
  int status = parse_options(argc, argv);
  if (status < 0) status = choose_replication();
  const int side = status < 0 ? side_of_layer(program.size, option.replication) : 1;
  if (status < 0) status = check_size(side);
  if (status >= 0) return end_early(status);
  use_one_blas_thread();
  *layers = make_layers();
  const int* at = layers->at;
  const int ahead = option.communicate ? 0 : layers->first_step;
  *blocks = choose_blocks(option.size / side, at[0], at[1], (at[0] + at[1] + ahead) % side);
  return -1;
}

/* Fills a rank's first blocks in layer 0. The other layers receive theirs from layer 0. */
static inline void fill_bottom(const struct layers* l, const struct blocks* b, double* A,
                               double* B) {
  if (l->at[2] == 0 || !option.communicate) fill(b, A, B);
}

/* Verifies layer 0's C (every rank's, when nothing was communicated) and frees it, prints, ends the
 * program and returns its exit code. */
static inline int finish(struct layers* layers, const struct blocks* blocks, double* C,
                         double seconds) {
  char ranks[48];
  snprintf(ranks, sizeof ranks, "%d x %d x %d", layers->q, layers->q, layers->c);
  const int bottom = layers->at[2] == 0;
  long wrong = 0;
  if (!option.communicate)
    wrong = count_wrong(blocks, C, blocks->start, blocks->n, layers->steps);
  else if (bottom)
    wrong = count_wrong(blocks, C, 0, option.size, 1);
  const double sum = bottom ? checksum(blocks, C) : 0;
  free(C);
  MPI_Comm_free(&layers->line);
  MPI_Comm_free(&layers->grid);
  return report("cannon25d", ranks, sum, wrong, seconds);
}

#endif
