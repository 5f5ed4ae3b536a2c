/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 */
/* Datatypes with large counts: constructors, what they are made of, packing. */
#include "large_counts.h"

static int rank;

static void describe(const char* what, MPI_Datatype type) {
  count_t size;
  bytes_t lb, extent, true_lb, true_extent;
  MPI_Type_commit(&type);
  MPI_Type_size_c(type, &size);
  MPI_Type_get_extent_c(type, &lb, &extent);
  MPI_Type_get_true_extent_c(type, &true_lb, &true_extent);
  char memory[800], packed[400] = {0}, copy[800] = {0};
  for (int i = 0; i < 800; i++) memory[i] = (char)i;
  count_t position = 0, room;
  MPI_Pack_size_c(1, type, MPI_COMM_WORLD, &room);
  CHECK(room >= size && size <= 400);
  MPI_Pack_c(memory, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
  CHECK(position == size);
  position = 0;
  MPI_Unpack_c(packed, sizeof packed, &position, copy, 1, type, MPI_COMM_WORLD);
  printf("rank %d: %s: %ld, %ld + %ld, true %ld + %ld, hashes %lx %lx\n", rank, what, (long)size,
         (long)lb, (long)extent, (long)true_lb, (long)true_extent, hash_bytes(packed, size),
         hash_bytes(copy, sizeof copy));
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  MPI_Datatype type;
  const count_t blocks[3] = {2, 0, 3}, sizes[2] = {6, 5}, parts[2] = {2, 3}, starts[2] = {3, 1};
  const count_t steps[3] = {9, 40, 1};
  const bytes_t places[3] = {64, 800, 8};
  const bytes_t near[2] = {64, 8};
  const MPI_Datatype members[3] = {MPI_INT, MPI_CHAR, MPI_DOUBLE};
  const int cyclic[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, arguments[2] = {2, 3},
            grid[2] = {2, 2};
  MPI_Type_contiguous_c(3, MPI_INT, &type);
  describe("contiguous", type);
  MPI_Type_vector_c(3, 2, 4, MPI_INT, &type);
  describe("vector", type);
  MPI_Type_create_hvector_c(3, 2, 20, MPI_SHORT, &type);
  describe("hvector", type);
  MPI_Type_indexed_c(3, blocks, steps, MPI_INT, &type);
  describe("indexed", type);
  MPI_Type_create_hindexed_c(3, blocks, places, MPI_INT, &type);
  describe("hindexed", type);
  MPI_Type_create_indexed_block_c(3, 2, steps, MPI_SHORT, &type);
  describe("indexed block", type);
  MPI_Type_create_hindexed_block_c(2, 2, near, MPI_CHAR, &type);
  describe("hindexed block", type);
  MPI_Type_create_struct_c(3, blocks, places, members, &type);
  describe("struct", type);
  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
  describe("subarray", type);
  MPI_Type_create_darray_c(4, 2, 2, sizes, cyclic, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
  describe("darray", type);
  MPI_Type_create_resized_c(MPI_INT, -4, 16, &type);
  describe("resized", type);
  MPI_Finalize();
  return 0;
}
