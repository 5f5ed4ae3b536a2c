/* SPDX-License-Identifier: Apache-2.0 */
/* Messages shorter than their receives: Get_count, Get_elements, empty messages. The memory
 * behind the message is unchanged. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  int out[100], in[100], count, elements;
  MPI_Status status;
  for (int i = 0; i < 100; i++) out[i] = rank * 100 + i;
  for (int n = 0; n < 8; n++) {
    for (int i = 0; i < 100; i++) in[i] = -1;
    MPI_Sendrecv(out, n, MPI_INT, right, n, in, 50, pair, left, n, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, pair, &count);
    MPI_Get_elements(&status, pair, &elements);
    CHECK(elements == n && count == (n % 2 ? MPI_UNDEFINED : n / 2));
    for (int i = 0; i < 100; i++) CHECK(in[i] == (i < n ? left * 100 + i : -1));
    printf("rank %d: %d elements, %s\n", rank, elements, n % 2 ? "half a pair" : "whole pairs");
  }
  char byte = 'x';
  MPI_Sendrecv(NULL, 0, MPI_BYTE, right, 9, &byte, 1, MPI_BYTE, left, 9, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK(count == 0 && byte == 'x');
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
