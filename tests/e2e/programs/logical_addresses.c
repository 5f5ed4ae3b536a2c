/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,4 */
/* Logical operations on addresses, offsets and counts, which MPI does not define and its
 * implementations calculate. */
#include <string.h>

#include "check.h"

static void reduce(const char* name, const void* in, void* out, MPI_Datatype type) {
  const MPI_Op ops[] = {MPI_LAND, MPI_LOR, MPI_LXOR};
  for (int i = 0; i < 3; i++) {
    MPI_Aint result = -1;
    MPI_Allreduce(in, out, 1, type, ops[i], MPI_COMM_WORLD);
    memcpy(&result, out, sizeof(result));
    printf("rank %d: %s %ld\n", world_rank(), name, (long)result);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Aint address = 4 * world_rank(), addresses;
  MPI_Offset offset = 2 + world_rank(), offsets;
  MPI_Count count = world_rank() == 1 ? 9 : 0, counts;
  reduce("MPI_AINT", &address, &addresses, MPI_AINT);
  reduce("MPI_OFFSET", &offset, &offsets, MPI_OFFSET);
  reduce("MPI_COUNT", &count, &counts, MPI_COUNT);
  MPI_Finalize();
  return 0;
}
