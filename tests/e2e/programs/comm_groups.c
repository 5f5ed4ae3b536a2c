/* SPDX-License-Identifier: Apache-2.0 */
/* Groups: incl, excl, union, intersection, translation; communicators made from them. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  MPI_Group world, even, odd, all, none;
  MPI_Comm comm;
  int *members = malloc(size * sizeof *members), count = 0, r, s, result;
  for (int i = size - 1; i >= 0; i--)
    if (i % 2 == 0) members[count++] = i; /* the highest one becomes rank 0 */
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, count, members, &even);
  MPI_Group_excl(world, count, members, &odd);
  MPI_Group_union(even, odd, &all);
  MPI_Group_intersection(even, odd, &none);
  MPI_Group_size(all, &s);
  CHECK(s == size);
  MPI_Group_compare(all, world, &result);
  CHECK(result == (size <= 2 ? MPI_IDENT : MPI_SIMILAR));
  MPI_Group_size(none, &s);
  CHECK(s == 0);
  MPI_Group_rank(even, &r);
  CHECK(r == (rank % 2 ? MPI_UNDEFINED : count - 1 - rank / 2));
  int zero = 0, there;
  MPI_Group_translate_ranks(even, 1, &zero, world, &there);
  CHECK(there == (size - 1) / 2 * 2);

  MPI_Comm_create(MPI_COMM_WORLD, even, &comm);
  CHECK((comm == MPI_COMM_NULL) == (rank % 2 == 1));
  if (comm != MPI_COMM_NULL) {
    int first = rank, place;
    MPI_Comm_rank(comm, &place);
    MPI_Bcast(&first, 1, MPI_INT, 0, comm);
    CHECK(first == there && place == r);
    printf("rank %d: even rank %d, first is %d\n", rank, place, first);
    MPI_Comm_free(&comm);
  } else {
    printf("rank %d: odd\n", rank);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&even);
  MPI_Group_free(&odd);
  MPI_Group_free(&all);
  MPI_Group_free(&none);
  free(members);
  MPI_Finalize();
  return 0;
}
