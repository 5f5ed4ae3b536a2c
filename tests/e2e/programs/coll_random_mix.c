/* SPDX-License-Identifier: Apache-2.0 */
/* A pseudo-random sequence of collectives, counts and roots, the same on all ranks. The program
 * computes and checks every result. */
#include "coll_report.h"

static unsigned long state = 88172645463325252ul;
static int random_below(int n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state % (unsigned long)n);
}

int main(int argc, char **argv) {
  enum { LARGEST = 3000 };
  int rank, size, wrong = 0;
  unsigned long sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *in = malloc(LARGEST * size * sizeof *in), *out = malloc(LARGEST * size * sizeof *out);
  for (int step = 0; step < 300; ++step) {
    const int kind = random_below(8), root = random_below(size);
    const int count = random_below(step % 10 == 0 ? LARGEST : 40);
    for (int i = 0; i < count * size; ++i) in[i] = value(rank, i), out[i] = -1;
    int lines = 1; /* blocks of the result */
    switch (kind) {
      case 0:
        if (rank == root) memcpy(out, in, count * sizeof *in);
        MPI_Bcast(out, count, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) wrong += out[i] != value(root, i);
        break;
      case 1:
        MPI_Gather(in, count, MPI_INT, out, count, MPI_INT, root, MPI_COMM_WORLD);
        lines = rank == root ? size : 0;
        for (int i = 0; i < count * lines; ++i) wrong += out[i] != value(i / count, i % count);
        break;
      case 2:
        MPI_Scatter(in, count, MPI_INT, out, count, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) wrong += out[i] != value(root, rank * count + i);
        break;
      case 3:
        MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, MPI_COMM_WORLD);
        lines = size;
        for (int i = 0; i < count * size; ++i) wrong += out[i] != value(i / count, i % count);
        break;
      case 4:
        MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, MPI_COMM_WORLD);
        lines = size;
        for (int i = 0; i < count * size; ++i)
          wrong += out[i] != value(i / count, rank * count + i % count);
        break;
      case 5:
        MPI_Allreduce(in, out, count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) wrong += out[i] != value(size - 1, i);
        break;
      case 6:
        MPI_Scan(in, out, count, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) wrong += out[i] != value(0, i);
        break;
      default:
        MPI_Reduce_scatter_block(in, out, count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < count; ++i) wrong += out[i] != value(size - 1, rank * count + i);
    }
    sum = sum * 31 + digest(out, count * lines * sizeof *out);
  }
  say("wrong: %d, sum %lx\n", wrong, sum);
  free(in);
  free(out);
  report();
  MPI_Finalize();
  return 0;
}
