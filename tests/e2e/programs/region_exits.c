/* SPDX-License-Identifier: Apache-2.0 */
/* Every way out of a region ends it: afterwards messages are free of its layout. */
#include <mpi.h>
#include <stdio.h>
#pragma bamboo dimension 1
static int rank, size, left, right;
static double leave(int how) {
  double out = rank + how, in[2] = {0, 0};
  for (int pass = 0; pass < 2; pass++) {
#pragma bamboo olap layout NearestNeighbor
    {
#pragma bamboo send
      {
        MPI_Send(&out, 1, MPI_DOUBLE, left, how, MPI_COMM_WORLD);
        MPI_Send(&out, 1, MPI_DOUBLE, right, how, MPI_COMM_WORLD);
      }
#pragma bamboo receive
      {
        MPI_Recv(&in[0], 1, MPI_DOUBLE, left, how, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&in[1], 1, MPI_DOUBLE, right, how, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (how == 1) return in[0] + in[1];
        if (how == 2) goto out;
        if (how == 3) break;
        if (how == 4) continue;
      }
      if (how == 5) return in[0] * in[1];
      if (how == 6) goto out;
      if (how == 7) break;
      if (how == 8) continue;
      out += in[0] - in[1];
    }
    switch (how) {
      case 9:
#pragma bamboo olap layout NearestNeighbor
      {
        out *= 3;
        break;
      }
      default:
        out *= 2;
    }
  }
out:
  return out + in[0];
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = rank ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  for (int how = 0; how < 10; how++) {
    double r = leave(how), far = -1;
    MPI_Request q[2];
    MPI_Isend(&r, 1, MPI_DOUBLE, size - 1 - rank, 99, MPI_COMM_WORLD, &q[0]);
    MPI_Irecv(&far, 1, MPI_DOUBLE, size - 1 - rank, 99, MPI_COMM_WORLD, &q[1]);
    MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    printf("rank %d: %d %g %g\n", rank, how, r, far);
  }
  MPI_Finalize();
  return 0;
}
