/* SPDX-License-Identifier: Apache-2.0 */
/* Struct types with holes, resized to the C struct's extent; nested; their true extent. */
#include <stddef.h>

#include "check.h"

struct particle {
  char kind;
  double position[3];
  int id;
  short charge;
};

enum { N = 3000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int lengths[4] = {1, 3, 1, 1};
  MPI_Aint places[4] = {offsetof(struct particle, kind), offsetof(struct particle, position),
                        offsetof(struct particle, id), offsetof(struct particle, charge)};
  MPI_Datatype types[4] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_SHORT}, raw, particle, sparse;
  MPI_Type_create_struct(4, lengths, places, types, &raw);
  MPI_Type_create_resized(raw, 0, sizeof(struct particle), &particle);
  MPI_Type_create_resized(raw, 0, 2 * sizeof(struct particle), &sparse); /* every other one */
  MPI_Type_commit(&particle);
  MPI_Type_commit(&sparse);
  MPI_Type_free(&raw);
  MPI_Aint lb, extent;
  int bytes;
  MPI_Type_get_extent(particle, &lb, &extent);
  MPI_Type_size(particle, &bytes);
  CHECK(extent == sizeof(struct particle) && bytes == 1 + 24 + 4 + 2);
  MPI_Type_get_true_extent(sparse, &lb, &extent);
  CHECK(lb == 0 && extent == offsetof(struct particle, charge) + 2);

  struct particle *out = calloc(N, sizeof *out), *in = calloc(N, sizeof *in);
  for (int i = 0; i < N; i++) {
    out[i].kind = (char)('a' + i % 26);
    for (int d = 0; d < 3; d++) out[i].position[d] = rank + i * 0.25 + d;
    out[i].id = rank * N + i;
    out[i].charge = (short)(i % 3 - 1);
  }
  MPI_Sendrecv(out, N, particle, right, 0, in, N, particle, left, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  double sum = 0;
  long ids = 0;
  for (int i = 0; i < N; i++) {
    CHECK(in[i].kind == 'a' + i % 26 && in[i].charge == i % 3 - 1);
    sum += in[i].position[0] + in[i].position[2];
    ids += in[i].id;
  }
  printf("rank %d: %.2f %ld\n", rank, sum, ids);
  memset(in, 0, N * sizeof *in);
  MPI_Sendrecv(out, N / 2, sparse, right, 1, in, N / 2, particle, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(in[1].id == left * N + 2 && in[N / 2 - 1].id == left * N + N - 2 && in[N / 2].id == 0);
  printf("rank %d: %d\n", rank, in[N / 2 - 1].id);
  MPI_Type_free(&particle);
  MPI_Type_free(&sparse);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
