/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Isendrecv and MPI_Isendrecv_replace around a ring: short and long messages, several under way
 * at once, types with holes, and ends of a line. */
#include "check.h"

#ifndef BAMBOO_MPI_H /* Open MPI 4.1 lacks both, MPICH 4.0 crashes with types that have holes */
#define MPI_Isendrecv sendrecv_at_once
#define MPI_Isendrecv_replace sendrecv_replace_at_once
static int MPI_Isendrecv(const void* out, int outcount, MPI_Datatype outtype, int to, int outtag,
                         void* in, int incount, MPI_Datatype intype, int from, int intag,
                         MPI_Comm comm, MPI_Request* request) {
  MPI_Status status;
  MPI_Sendrecv(out, outcount, outtype, to, outtag, in, incount, intype, from, intag, comm, &status);
  return MPI_Irecv(in, 0, intype, MPI_PROC_NULL, 0, comm, request);
}
static int MPI_Isendrecv_replace(void* data, int count, MPI_Datatype type, int to, int outtag,
                                 int from, int intag, MPI_Comm comm, MPI_Request* request) {
  MPI_Sendrecv_replace(data, count, type, to, outtag, from, intag, comm, MPI_STATUS_IGNORE);
  return MPI_Irecv(data, 0, type, MPI_PROC_NULL, 0, comm, request);
}
#endif

static int rank, size, right, left;

static void around_the_ring(int count) {
  int* out = malloc(count * sizeof *out);
  int* in = calloc(count, sizeof *in);
  MPI_Request request;
  for (int i = 0; i < count; i++) out[i] = rank * 1000003 + i;
  MPI_Isendrecv(out, count, MPI_INT, right, 1, in, count, MPI_INT, left, 1, MPI_COMM_WORLD,
                &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < count; i++) CHECK(in[i] == left * 1000003 + i);
  MPI_Isendrecv_replace(in, count, MPI_INT, right, 2, left, 2, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < count; i++) CHECK(in[i] == (left + size - 1) % size * 1000003 + i);
  printf("rank %d: %d ints, %lx\n", rank, count, hash_bytes(in, count * sizeof *in));
  free(out);
  free(in);
}

/* A column of a matrix goes out, a row comes in; one more column replaces itself. */
static void with_types(void) {
  int matrix[5][7], row[5];
  MPI_Datatype column;
  MPI_Request requests[2];
  for (int i = 0; i < 35; i++) matrix[i / 7][i % 7] = 100 * rank + i;
  MPI_Type_vector(5, 1, 7, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Isendrecv(&matrix[0][2], 1, column, left, 3, row, 5, MPI_INT, right, 3, MPI_COMM_WORLD,
                &requests[0]);
  MPI_Isendrecv_replace(&matrix[0][4], 1, column, right, 4, left, 4, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 5; i++)
    CHECK(row[i] == 100 * right + 7 * i + 2 && matrix[i][4] == 100 * left + 7 * i + 4);
  CHECK(matrix[3][5] == 100 * rank + 26);
  printf("rank %d: row %d … %d, matrix %lx\n", rank, row[0], row[4],
         hash_bytes(matrix, sizeof matrix));
  MPI_Type_free(&column);
}

static void on_a_line(void) {
  const int after = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int got = -1, kept = rank;
  MPI_Request requests[2];
  MPI_Isendrecv(&rank, 1, MPI_INT, after, 5, &got, 1, MPI_INT, before, 5, MPI_COMM_WORLD,
                &requests[0]);
  MPI_Isendrecv_replace(&kept, 1, MPI_INT, before, 6, after, 6, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(got == rank - 1 && kept == (rank + 1 < size ? rank + 1 : rank));
  printf("rank %d: on the line %d %d\n", rank, got, kept);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  around_the_ring(1);
  around_the_ring(1000);
  around_the_ring(200000);
  with_types();
  on_a_line();
  MPI_Finalize();
  return 0;
}
