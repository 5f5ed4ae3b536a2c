/* SPDX-License-Identifier: Apache-2.0 */
/* Persistent requests, started in send and receive blocks. */
#include <mpi.h>
#include <stdio.h>
#pragma bamboo dimension 1
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  double a[10] = {0}, b[10], ol, or, il = 0, ir = 0;
  for (int i = 1; i <= 8; i++) a[i] = rank * 8 + i;
  MPI_Request s[2], r[2];
  MPI_Send_init(&ol, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &s[0]);
  MPI_Send_init(&or, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &s[1]);
  MPI_Recv_init(&il, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Recv_init(&ir, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &r[1]);
  for (int it = 0; it < 20; it++) {
#pragma bamboo olap layout NearestNeighbor
    {
#pragma bamboo send
      {
        ol = a[1], or = a[8];
        MPI_Startall(2, s);
        MPI_Waitall(2, s, MPI_STATUSES_IGNORE);
      }
#pragma bamboo receive
      {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        a[0] = il;
        a[9] = ir;
      }
      for (int i = 1; i <= 8; i++) b[i] = (a[i - 1] + a[i + 1]) / 2;
      for (int i = 1; i <= 8; i++) a[i] = b[i];
    }
  }
  for (int i = 0; i < 2; i++) MPI_Request_free(&s[i]), MPI_Request_free(&r[i]);
  printf("rank %d: %a %a\n", rank, a[1], a[8]);
  MPI_Finalize();
  return 0;
}
