/* SPDX-License-Identifier: Apache-2.0 */
/* Every nonblocking collective, many in flight at once, completed in another order than started. */
#include "coll_report.h"

enum { N = 64 };

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < 4; ++round) {
    const int all = N * size, root = round % size;
    int *in = malloc(all * sizeof *in);
    int *out[16];
    for (int k = 0; k < 16; ++k) {
      out[k] = malloc(all * sizeof *out[k]);
      for (int i = 0; i < all; ++i) out[k][i] = -k;
    }
    int *counts = malloc(size * sizeof *counts), *displs = malloc(size * sizeof *displs);
    int *few = malloc(size * sizeof *few), *equal = malloc(size * sizeof *equal);
    int *bytes = malloc(size * sizeof *bytes);
    MPI_Datatype *types = malloc(size * sizeof *types);
    for (int i = 0; i < all; ++i) in[i] = value(rank, i + round);
    for (int r = 0; r < size; ++r) {
      counts[r] = N - r % 5;
      displs[r] = N * r;
      few[r] = (r + rank) % 4;
      equal[r] = N;
      bytes[r] = N * r * (int)sizeof(int);
      types[r] = MPI_INT;
    }
    if (rank == root) memcpy(out[0], in, N * sizeof *in);
    MPI_Request q[17];
    MPI_Comm w = MPI_COMM_WORLD;
    int n = 0;
    MPI_Ibcast(out[0], N, MPI_INT, root, w, &q[n++]);
    MPI_Igather(in, N, MPI_INT, out[1], N, MPI_INT, root, w, &q[n++]);
    MPI_Igatherv(in, counts[rank], MPI_INT, out[2], counts, displs, MPI_INT, root, w, &q[n++]);
    MPI_Iscatter(in, N, MPI_INT, out[3], N, MPI_INT, root, w, &q[n++]);
    MPI_Iscatterv(in, counts, displs, MPI_INT, out[4], counts[rank], MPI_INT, root, w, &q[n++]);
    MPI_Iallgather(in, N, MPI_INT, out[5], N, MPI_INT, w, &q[n++]);
    MPI_Iallgatherv(in, counts[rank], MPI_INT, out[6], counts, displs, MPI_INT, w, &q[n++]);
    MPI_Ialltoall(in, N, MPI_INT, out[7], N, MPI_INT, w, &q[n++]);
    MPI_Ialltoallv(in, few, displs, MPI_INT, out[8], few, displs, MPI_INT, w, &q[n++]);
    MPI_Ialltoallw(in, few, bytes, types, out[9], few, bytes, types, w, &q[n++]);
    MPI_Ireduce(in, out[10], N, MPI_INT, MPI_SUM, root, w, &q[n++]);
    MPI_Iallreduce(in, out[11], N, MPI_INT, MPI_BXOR, w, &q[n++]);
    MPI_Iscan(in, out[12], N, MPI_INT, MPI_SUM, w, &q[n++]);
    MPI_Iexscan(in, out[13], N, MPI_INT, MPI_MAX, w, &q[n++]);
    MPI_Ireduce_scatter_block(in, out[14], N, MPI_INT, MPI_SUM, w, &q[n++]);
    MPI_Ireduce_scatter(in, out[15], equal, MPI_INT, MPI_MIN, w, &q[n++]);
    MPI_Ibarrier(w, &q[n++]);

    if (round == 0) {
      MPI_Waitall(n, q, MPI_STATUSES_IGNORE);
    } else if (round == 1) {
      for (int k = n - 1; k >= 0; --k) MPI_Wait(&q[k], MPI_STATUS_IGNORE);
    } else if (round == 2) {
      for (int done = 0; done < n; ++done) {
        int which;
        MPI_Waitany(n, q, &which, MPI_STATUS_IGNORE);
        if (which == MPI_UNDEFINED) say("too early\n");
      }
    } else {
      for (int flag = 0; !flag;) MPI_Testall(n, q, &flag, MPI_STATUSES_IGNORE);
    }
    for (int k = 0; k < 16; ++k) {
      const int only_root = k == 1 || k == 2 || k == 10;
      if ((only_root && rank != root) || (k == 13 && rank == 0)) continue;
      say("round %d, %d: %lx\n", round, k, digest(out[k], all * sizeof *out[k]));
    }
    for (int k = 0; k < 16; ++k) free(out[k]);
    free(in);
    free(counts);
    free(displs);
    free(bytes);
    free(types);
    free(few);
    free(equal);
  }
  report();
  MPI_Finalize();
  return 0;
}
