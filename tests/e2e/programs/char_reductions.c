/* SPDX-License-Identifier: Apache-2.0 */
/* Every predefined operation on MPI_CHAR, which MPI forbids and all implementations do. */
#include "check.h"

int main(int argc, char** argv) {
  const struct {
    MPI_Op op;
    const char* name;
  } operations[] = {{MPI_SUM, "sum"},     {MPI_PROD, "product"}, {MPI_MAX, "maximum"},
                    {MPI_MIN, "minimum"}, {MPI_BAND, "band"},    {MPI_BOR, "bor"},
                    {MPI_BXOR, "bxor"},   {MPI_LAND, "land"},    {MPI_LOR, "lor"},
                    {MPI_LXOR, "lxor"}};
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++) {
    const signed char mine[] = {(signed char)(rank + 1), (signed char)(-3 * rank - 100),
                                (signed char)(127 - rank), (signed char)(rank % 2)};
    signed char all[4] = {0}, local[] = {1, -1, 100, 0};
    MPI_Allreduce(mine, all, 4, MPI_CHAR, operations[i].op, MPI_COMM_WORLD);
    MPI_Reduce_local(mine, local, 4, MPI_CHAR, operations[i].op);
    printf("rank %d: %s %d %d %d %d, local %d %d %d %d\n", rank, operations[i].name, all[0], all[1],
           all[2], all[3], local[0], local[1], local[2], local[3]);
  }
  MPI_Finalize();
  return 0;
}
