/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 */
/* Parts of distributed arrays: every distribution, in one to three dimensions and both orders. */
#include "check.h"

static int rank;

enum { room = 4000 };

static void describe(int processes, int dims, const int sizes[], const int kinds[],
                     const int blocks[], const int grid[], int order) {
  int covered[room] = {0}, elements = 1;
  unsigned long hash = 0;
  for (int d = 0; d < dims; d++) elements *= sizes[d];
  for (int p = 0; p < processes; p++) {
    MPI_Datatype type;
    int size, position = 0, array[room], packed[room];
    MPI_Aint lb, extent;
    MPI_Type_create_darray(processes, p, dims, sizes, kinds, blocks, grid, order, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 0 && extent == elements * (MPI_Aint)sizeof(int));
    for (int i = 0; i < elements; i++) array[i] = i;
    MPI_Pack(array, 1, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    for (int i = 0; i < size / (int)sizeof(int); i++) covered[packed[i]]++;
    hash = 31 * hash + hash_bytes(packed, size) + size;
    MPI_Type_free(&type);
  }
  for (int i = 0; i < elements; i++) CHECK(covered[i] == 1);
  if (rank == 0)
    printf("%d processes, %d dimensions, kinds %d, blocks %d, order %d: %lx\n", processes, dims,
           kinds[0] == MPI_DISTRIBUTE_BLOCK, blocks[0] == MPI_DISTRIBUTE_DFLT_DARG,
           order == MPI_ORDER_C, hash);
}

static void contents(void) {
  const int sizes[2] = {6, 5}, kinds[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE},
            blocks[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {3, 1};
  MPI_Datatype type, parts[1];
  int integers, addresses, types, combiner, numbers[12];
  MPI_Type_create_darray(3, 1, 2, sizes, kinds, blocks, grid, MPI_ORDER_FORTRAN, MPI_DOUBLE, &type);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  CHECK(integers == 12 && addresses == 0 && types == 1 && combiner == MPI_COMBINER_DARRAY);
  MPI_Aint unused[1];
  MPI_Type_get_contents(type, integers, addresses, types, numbers, unused, parts);
  CHECK(numbers[0] == 3 && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 6);
  CHECK(numbers[5] == MPI_DISTRIBUTE_CYCLIC && numbers[7] == 2 && numbers[9] == 3);
  CHECK(numbers[11] == MPI_ORDER_FORTRAN && parts[0] == MPI_DOUBLE);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  const int none = MPI_DISTRIBUTE_NONE, block = MPI_DISTRIBUTE_BLOCK,
            cyclic = MPI_DISTRIBUTE_CYCLIC, preset = MPI_DISTRIBUTE_DFLT_DARG;
  const int orders[2] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
  for (int i = 0; i < 2; i++) {
    const int one[1] = {23}, four[1] = {4}, kinds[2] = {block, cyclic}, some[3] = {preset, 6, 9};
    for (int k = 0; k < 2; k++)
      for (int b = 0; b < 3; b++) describe(4, 1, one, &kinds[k], &some[b], four, orders[i]);
    const int two[2] = {10, 7}, grid[2] = {2, 3}, mixed[2] = {cyclic, block}, by[2] = {3, preset};
    describe(6, 2, two, mixed, by, grid, orders[i]);
    const int three[3] = {5, 6, 7}, cube[3] = {2, 1, 3}, all[3] = {block, none, cyclic},
              of[3] = {3, preset, 2};
    describe(6, 3, three, all, of, cube, orders[i]);
  }
  contents();
  MPI_Finalize();
  return 0;
}
