/* SPDX-License-Identifier: Apache-2.0 */
/* Reduce, Allreduce, Scan, Exscan, Reduce_scatter with every predefined operation; results exact.
 */
#include <stdint.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  struct {
    const char* name;
    MPI_Op op;
  } ops[] = {{"max", MPI_MAX},   {"min", MPI_MIN},  {"sum", MPI_SUM},   {"prod", MPI_PROD},
             {"land", MPI_LAND}, {"lor", MPI_LOR},  {"lxor", MPI_LXOR}, {"band", MPI_BAND},
             {"bor", MPI_BOR},   {"bxor", MPI_BXOR}};
  for (unsigned o = 0; o < sizeof ops / sizeof *ops; o++) {
    int64_t in[4] = {rank % 3 + 1, 1 << rank % 20, rank == 2, 7 - rank}, out[4] = {0}, scan[4];
    MPI_Allreduce(in, out, 4, MPI_INT64_T, ops[o].op, MPI_COMM_WORLD);
    MPI_Scan(in, scan, 4, MPI_INT64_T, ops[o].op, MPI_COMM_WORLD);
    printf("rank %d: %s %lx %lx\n", rank, ops[o].name, hash_bytes(out, sizeof out),
           hash_bytes(scan, sizeof scan));
    if (rank == size - 1) CHECK(memcmp(out, scan, sizeof out) == 0);
    int64_t before[4] = {-1, -1, -1, -1};
    MPI_Exscan(in, before, 4, MPI_INT64_T, ops[o].op, MPI_COMM_WORLD);
    if (rank > 0) printf("rank %d: exscan %s %lx\n", rank, ops[o].name, hash_bytes(before, 32));
  }
  for (int root = 0; root < size; root++) { /* doubles of integers: exact in any order */
    double in[1000], out[1000];
    for (int i = 0; i < 1000; i++) in[i] = rank + i, out[i] = -1;
    MPI_Reduce(in, out, 1000, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    for (int i = 0; i < 1000; i++)
      CHECK(out[i] == (rank == root ? size * (size - 1) / 2 + (double)i * size : -1));
  }
  struct {
    double value;
    int where;
  } pair = {(rank * 5) % 7, rank}, most, least;
  MPI_Allreduce(&pair, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  MPI_Allreduce(&pair, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  printf("rank %d: maxloc %.0f %d, minloc %.0f %d\n", rank, most.value, most.where, least.value,
         least.where);

  int *counts = malloc(size * sizeof *counts), total = 0, mine[4];
  for (int i = 0; i < size; i++) total += counts[i] = i % 3 + 1;
  int* many = malloc(total * sizeof *many);
  for (int i = 0; i < total; i++) many[i] = i * (rank + 1);
  MPI_Reduce_scatter(many, mine, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  int at = 0;
  for (int i = 0; i < rank; i++) at += counts[i];
  for (int i = 0; i < counts[rank]; i++) CHECK(mine[i] == (at + i) * size * (size + 1) / 2);
  int in_place = rank + 1;
  MPI_Allreduce(MPI_IN_PLACE, &in_place, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD);
  float f = rank * 0.5f;
  MPI_Scan(MPI_IN_PLACE, &f, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d: product %d, halves %.1f\n", rank, in_place, f);
  free(counts);
  free(many);
  MPI_Finalize();
  return 0;
}
