/* SPDX-License-Identifier: Apache-2.0 */
/* Directives that macros make, and whole blocks inside of a macro. */
#include <mpi.h>
#include <stdio.h>
#define PRAGMA(x) _Pragma(#x)
#define REGION(...) PRAGMA(bamboo olap __VA_ARGS__)
#define SENDS _Pragma("bamboo send")
#define RECEIVES _Pragma("bamboo receive")
_Pragma("bamboo dimension 1")
#define EXCHANGE(type, out_l, out_r, in_l, in_r, tag)                          \
  SENDS {                                                                      \
    MPI_Send(&(out_l), 1, type, left, tag, MPI_COMM_WORLD);                    \
    MPI_Send(&(out_r), 1, type, right, tag, MPI_COMM_WORLD);                   \
  }                                                                            \
  RECEIVES {                                                                   \
    MPI_Recv(&(in_l), 1, type, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  \
    MPI_Recv(&(in_r), 1, type, right, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
  }
    int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank ? rank - 1 : MPI_PROC_NULL,
            right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  double a[12] = {0}, b[12] = {0};
  for (int i = 1; i <= 10; i++) a[i] = rank * 10 + i;
  for (int it = 0; it < 9; it++) {
    REGION(layout NN X) {
      EXCHANGE(MPI_DOUBLE, a[1], a[10], a[0], a[11], it)
      for (int i = 1; i <= 10; i++) b[i] = (a[i - 1] + a[i + 1]) / 2;
    }
    for (int i = 1; i <= 10; i++) a[i] = b[i];
  }
  REGION() {
    int x = rank, y = -1;
    EXCHANGE(MPI_INT, x, x, y, y, 77)
    printf("rank %d: %d\n", rank, y);
  }
  printf("rank %d: %a %a\n", rank, a[1], a[10]);
  MPI_Finalize();
  return 0;
}
