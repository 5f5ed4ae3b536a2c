/* SPDX-License-Identifier: Apache-2.0 */
/* Datatypes and error handlers by their names of MPI-1, which Open MPI no longer has. */
/* e2e: flags=-Wno-deprecated-declarations ranks=1,2,4 reference=mpich */
#include "check.h"

typedef struct {
  char tag;
  double x[3];
  int n;
} Particle;

static int errors;
static void count_error(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  errors++;
}

static MPI_Datatype particle_type(void) {
  Particle p;
  int lengths[3] = {1, 3, 1};
  MPI_Aint start, at[3];
  MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, type;
  MPI_Address(&p, &start);
  MPI_Address(&p.tag, &at[0]);
  MPI_Address(p.x, &at[1]);
  MPI_Address(&p.n, &at[2]);
  for (int i = 0; i < 3; i++) at[i] -= start;
  MPI_Type_struct(3, lengths, at, types, &type);
  MPI_Type_commit(&type);
  return type;
}

static void show(const char* name, MPI_Datatype type) {
  MPI_Aint extent, lb, ub;
  int size;
  MPI_Type_size(type, &size);
  MPI_Type_extent(type, &extent);
  MPI_Type_lb(type, &lb);
  MPI_Type_ub(type, &ub);
  printf("rank %d: %s: size %d, extent %ld, from %ld to %ld\n", world_rank(), name, size, (long)extent, (long)lb,
         (long)ub);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;

  MPI_Datatype particle = particle_type(), column, scattered;
  show("struct", particle);
  Particle out = {'a' + (char)rank, {rank, 2 * rank, 3 * rank}, 7 * rank}, in = {0};
  MPI_Sendrecv(&out, 1, particle, next, 0, &in, 1, particle, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d: %c %g %g %g %d\n", rank, in.tag, in.x[0], in.x[1], in.x[2], in.n);

  int matrix[4][4], received[4];
  for (int i = 0; i < 16; i++) matrix[i / 4][i % 4] = 100 * rank + i;
  MPI_Type_hvector(4, 1, sizeof matrix[0], MPI_INT, &column);
  MPI_Type_commit(&column);
  show("hvector", column);
  MPI_Sendrecv(&matrix[0][1], 1, column, next, 1, received, 4, MPI_INT, previous, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  printf("rank %d: %d %d %d %d\n", rank, received[0], received[1], received[2], received[3]);

  int lengths[2] = {2, 2};
  MPI_Aint places[2] = {8, 40};
  MPI_Type_hindexed(2, lengths, places, MPI_INT, &scattered);
  MPI_Type_commit(&scattered);
  show("hindexed", scattered);
  MPI_Sendrecv(matrix, 1, scattered, next, 2, received, 4, MPI_INT, previous, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d: %d %d %d %d\n", rank, received[0], received[1], received[2], received[3]);

  MPI_Errhandler mine, now;
  MPI_Errhandler_create(count_error, &mine);
  MPI_Errhandler_set(MPI_COMM_WORLD, mine);
  MPI_Errhandler_get(MPI_COMM_WORLD, &now);
  CHECK(now == mine);
  MPI_Send(&rank, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD);
  printf("rank %d: errors: %d\n", rank, errors);
  MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&now);
  MPI_Errhandler_free(&mine);
  MPI_Type_free(&particle);
  MPI_Type_free(&column);
  MPI_Type_free(&scattered);
  MPI_Finalize();
  return 0;
}
