/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks 0 and 1 make a communicator, as do 2 and 3. But 3 passes a group that also has 1. */
/* fault: exit=nonzero */
/* stderr: rank [23]: MPI_Comm_create.*MPI_ERR_NOT_SAME: rank [1-3], a member of this rank's group,
 * calls it with a group of [23] members, this rank with a group of [23] members */
/* stderr: comm_create_differs\.c:19 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int low[] = {0, 1}, high[] = {2, 3}, wrong[] = {1, 2, 3};
  MPI_Group all, mine;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (world_rank() == 3)
    MPI_Group_incl(all, 3, wrong, &mine);
  else
    MPI_Group_incl(all, 2, world_rank() < 2 ? low : high, &mine);
  MPI_Comm comm;
  MPI_Comm_create(MPI_COMM_WORLD, mine, &comm);
  MPI_Finalize();
  return 0;
}
