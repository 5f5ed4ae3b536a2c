/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3]: MPI_Comm_create.*MPI_ERR_NOT_SAME: rank [0-3], a member of this rank's group,
 * calls it with a group of 4 members, this rank with a group of 4 members, others or in another
 * order */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int backwards[] = {3, 2, 1, 0};
  MPI_Group all, mine;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (world_rank() == 1)
    MPI_Group_incl(all, 4, backwards, &mine);
  else
    mine = all;
  MPI_Comm comm;
  MPI_Comm_create(MPI_COMM_WORLD, mine, &comm);
  MPI_Finalize();
  return 0;
}
