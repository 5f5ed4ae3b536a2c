/* SPDX-License-Identifier: Apache-2.0 */
/* Indexed, hindexed and indexed_block types, out of order and with empty blocks. */
#include "check.h"

enum { N = 1000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int out[N], in[N], lengths[4] = {3, 0, 5, 1}, places[4] = {100, 7, 2, 400};
  MPI_Aint bytes[4];
  for (int i = 0; i < N; i++) out[i] = rank * N + i, in[i] = -1;
  for (int i = 0; i < 4; i++) bytes[i] = places[i] * (MPI_Aint)sizeof(int);

  MPI_Datatype indexed, hindexed, block, evens;
  MPI_Type_indexed(4, lengths, places, MPI_INT, &indexed);
  MPI_Type_create_hindexed(4, lengths, bytes, MPI_INT, &hindexed);
  MPI_Type_create_indexed_block(4, 2, places, MPI_INT, &block);
  static int even[N / 2], ones[N / 2];
  for (int i = 0; i < N / 2; i++) even[i] = 2 * i, ones[i] = 1;
  MPI_Type_indexed(N / 2, ones, even, MPI_INT, &evens);
  MPI_Type_commit(&indexed);
  MPI_Type_commit(&hindexed);
  MPI_Type_commit(&block);
  MPI_Type_commit(&evens);

  MPI_Sendrecv(out, 1, indexed, right, 0, in, 9, MPI_INT, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in[0] == left * N + 100 && in[3] == left * N + 2 && in[8] == left * N + 400 && in[9] == -1);
  MPI_Sendrecv(out, 9, MPI_INT, right, 1, in, 1, hindexed, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in[100] == left * N && in[2] == left * N + 3 && in[400] == left * N + 8);
  MPI_Sendrecv(out, 1, block, right, 2, in + 500, 1, block, left, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in[600] == left * N + 100 && in[601] == left * N + 101 && in[901] == left * N + 401);
  printf("rank %d: %lx\n", rank, hash_bytes(in, sizeof in));
  MPI_Sendrecv(out, 1, evens, right, 3, in + 1, 1, evens, left, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in[1] == left * N && in[N - 1] == left * N + N - 2);
  printf("rank %d: %lx\n", rank, hash_bytes(in, sizeof in));
  MPI_Type_free(&indexed);
  MPI_Type_free(&hindexed);
  MPI_Type_free(&block);
  MPI_Type_free(&evens);
  MPI_Finalize();
  return 0;
}
