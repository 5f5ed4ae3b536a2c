/* SPDX-License-Identifier: Apache-2.0 */
/* Inter-communicators made of inter-communicators: split by colour and key, and by groups. */
/* e2e: ranks=2,3,4,8,16 reference=openmpi */
#include "inter.h"

/* Prints the members of both groups, by their ranks in the world. */
static void describe(const char* what, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) {
    printf("rank %d: %s: none\n", rank, what);
    return;
  }
  int number, near, far, *all;
  MPI_Comm_rank(comm, &number);
  MPI_Comm_size(comm, &near);
  MPI_Comm_remote_size(comm, &far);
  all = malloc(far * sizeof *all);
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm);
  printf("rank %d: %s: %d of %d, with", rank, what, number, near);
  for (int r = 0; r < far; r++) printf(" %d", all[r]);
  printf("\n");
  free(all);
  MPI_Comm_free(&comm);
}

/* Each rank names the range of its group that is in it. */
static MPI_Comm of_members(int first, int count) {
  MPI_Comm made;
  MPI_Group group, part;
  int range[1][3] = {{first, first + count - 1, 1}};
  MPI_Comm_group(inter, &group);
  MPI_Group_range_incl(group, count > 0, range, &part);
  MPI_Comm_create(inter, part, &made);
  MPI_Group_free(&group);
  if (count > 0) MPI_Group_free(&part);
  return made;
}

int main(int argc, char** argv) {
  MPI_Comm made;
  MPI_Init(&argc, &argv);
  connect_groups(1);
  MPI_Comm_split(inter, me % 2, -me, &made);
  describe("halves, reversed", made);
  MPI_Comm_split(inter, me == 0 ? MPI_UNDEFINED : 3, me, &made);
  describe("all but the first of each", made);
  MPI_Comm_split(inter, side, me, &made);
  describe("no colour in both", made);
  describe("all", of_members(0, mine));
  describe("the last of each", of_members(mine - 1, 1));
  describe("some of one side", of_members(0, side == 0 ? mine : (mine + 1) / 2));
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  MPI_Finalize();
  return 0;
}
