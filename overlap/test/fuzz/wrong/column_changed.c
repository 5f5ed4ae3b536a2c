// SPDX-License-Identifier: Apache-2.0
// While a column is sent, the program may write the gaps between its elements, but not the elements.
// EXPECT: MPI_Isend.*the send buffer changed before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, out[4][4] = {{0}}, in[4];
  MPI_Datatype column;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(4, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Isend(&out[0][1], 1, column, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&column);
#ifdef RIGHT
  out[2][2] = 1;
#else
  out[2][1] = 1;
#endif
  MPI_Recv(in, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return in[2] == 0 ? 0 : 3;
}
