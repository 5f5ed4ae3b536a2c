/* SPDX-License-Identifier: Apache-2.0 */
/* The 2.5D matrix product, basic: broadcast, align, rotate, multiply and reduce, one after the
 * other. With -fopenmp it is MPI+OMP; through bamboocc it is Bamboo+OMP. Each further product
 * begins with the blocks of layer 0. */
#include "layers.h"

#pragma bamboo dimension 3

/* The binary heap of the ranks of a line: the parent of z is (z - 1) / 2. */
struct tree {
  int parent; /* or MPI_PROC_NULL */
  int children, child[2];
};

static struct tree make_tree(int z, int size) {
  struct tree t = {.parent = z > 0 ? (z - 1) / 2 : MPI_PROC_NULL};
  for (int child = 2 * z + 1; child <= 2 * z + 2 && child < size; child++)
    t.child[t.children++] = child;
  return t;
}

/* Copies A and B from layer 0 to all other layers (SC'12, Fig. 7). */
static void broadcast_tree(const struct tree* t, MPI_Comm line, double* A, double* B,
                           int elements) {
#pragma bamboo olap layout MinHeap Z
  {
#pragma bamboo send
    for (int i = 0; t->parent == MPI_PROC_NULL && i < t->children; i++) {
      MPI_Send(A, elements, MPI_DOUBLE, t->child[i], 0, line);
      MPI_Send(B, elements, MPI_DOUBLE, t->child[i], 1, line);
    }
#pragma bamboo receive
    if (t->parent != MPI_PROC_NULL) {
      MPI_Recv(A, elements, MPI_DOUBLE, t->parent, 0, line, MPI_STATUS_IGNORE);
      MPI_Recv(B, elements, MPI_DOUBLE, t->parent, 1, line, MPI_STATUS_IGNORE);
      for (int i = 0; i < t->children; i++) {
        MPI_Send(A, elements, MPI_DOUBLE, t->child[i], 0, line);
        MPI_Send(B, elements, MPI_DOUBLE, t->child[i], 1, line);
      }
    }
  }
}

static void add(double* restrict sum, const double* restrict x, int n) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++) sum[i] += x[i];
}

/* Adds up the C of all layers at layer 0. `left` and `right` receive the data of the children. */
static void reduce_tree(const struct tree* t, MPI_Comm line, double* C, double* left, double* right,
                        int elements) {
#pragma bamboo olap layout MinHeap Z
  {
#pragma bamboo send
    if (t->children == 0) MPI_Send(C, elements, MPI_DOUBLE, t->parent, 2, line);
#pragma bamboo receive
    if (t->children > 0) {
      MPI_Recv(left, elements, MPI_DOUBLE, t->child[0], 2, line, MPI_STATUS_IGNORE);
      if (t->children > 1)
        MPI_Recv(right, elements, MPI_DOUBLE, t->child[1], 2, line, MPI_STATUS_IGNORE);
      add(C, left, elements);
      if (t->children > 1) add(C, right, elements);
      MPI_Send(C, elements, MPI_DOUBLE, t->parent, 2, line);
    }
  }
}

/* The layout of the alignment: a layer's share of the steps along X (B) and along Y (A). */
int alignment(int rank, int size, int* neighbours) {
  const int c = option.replication, q = side_of_layer(size, c);
  const int x = rank / c / q, y = rank / c % q, z = rank % c, steps = (int)((long)q * z / c);
  neighbours[0] = (x * q + (y - steps + q) % q) * c + z;
  neighbours[1] = ((x - steps + q) % q * q + y) * c + z;
  return 2;
}

static int is_replicated(const struct layers* l) {
  return l->c > 1 && option.communicate;
}

static void broadcast(const struct layers* l, const struct tree* t, double* A, double* B,
                      int elements) {
  if (!is_replicated(l)) return;
  if (option.collectives == TREE) {
    broadcast_tree(t, l->line, A, B, elements);
  } else {
    MPI_Bcast(A, elements, MPI_DOUBLE, 0, l->line);
    MPI_Bcast(B, elements, MPI_DOUBLE, 0, l->line);
  }
}

static void reduce(const struct layers* l, const struct tree* t, double* C, double* left,
                   double* right, int elements) {
  if (!is_replicated(l)) return;
  if (option.collectives == TREE) {
    reduce_tree(t, l->line, C, left, right, elements);
  } else {
    MPI_Reduce(l->at[2] == 0 ? MPI_IN_PLACE : C, C, elements, MPI_DOUBLE, MPI_SUM, 0, l->line);
  }
}

int main(int argc, char** argv) {
  option.collectives = TREE;
  struct layers layers;
  struct blocks blocks;
  const int status = set_up(argc, argv, "cannon25d", &layers, &blocks);
  if (status >= 0) return status;
  const struct tree tree = make_tree(layers.at[2], layers.c);
  const struct peers start = peers_at(&layers, layers.first_step), next = peers_at(&layers, 1);
  const int n = blocks.n, elements = blocks.elements;
  double *A = allocate(elements, sizeof(double)), *B = allocate(elements, sizeof(double)),
         *C = allocate(elements, sizeof(double));
  double *rA = allocate(elements, sizeof(double)), *rB = allocate(elements, sizeof(double));
  fill_bottom(&layers, &blocks, A, B);
  fill_bottom(&layers, &blocks, rA, rB); /* what is multiplied when nothing comes in */

  MPI_Barrier(layers.grid);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    broadcast(&layers, &tree, A, B, elements);
#pragma bamboo olap layout OneNeighborBackward X Y layout alignment
    for (int step = 0; step < layers.steps; step++) {
      const struct peers p = step == 0 ? start : next;
      if (step > 0 || layers.first_step > 0) {
        MPI_Request request[2];
#pragma bamboo receive
        {
          MPI_Irecv(rA, elements, MPI_DOUBLE, p.a_from, 3, p.comm, &request[0]);
          MPI_Irecv(rB, elements, MPI_DOUBLE, p.b_from, 4, p.comm, &request[1]);
        }
#pragma bamboo send
        {
          MPI_Send(A, elements, MPI_DOUBLE, p.a_to, 3, p.comm);
          MPI_Send(B, elements, MPI_DOUBLE, p.b_to, 4, p.comm);
        }
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        swap(&A, &rA);
        swap(&B, &rB);
      }
      multiply(n, A, B, step > 0, C);
    }
    reduce(&layers, &tree, C, rA, rB, elements);
  }
  const double seconds = MPI_Wtime() - begin;

  free_operands(A, B, rA, rB);
  return finish(&layers, &blocks, C, seconds);
}
