/* SPDX-License-Identifier: Apache-2.0 */
/* Names of communicators, ranks that share memory, differences of groups, ranges left out, and
 * where a grid would put a rank. */
#include "check.h"

static int rank, size;

static void names(void) {
  char name[MPI_MAX_OBJECT_NAME];
  int length, inter;
  MPI_Comm copy, parent;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  printf("rank %d: %s (%d)\n", rank, name, length);
  MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
  printf("rank %d: %s (%d)\n", rank, name, length);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_get_name(copy, name, &length);
  CHECK(length == 0 && name[0] == '\0');
  MPI_Comm_set_name(copy, "a name of its own");
  MPI_Comm_get_name(copy, name, &length);
  printf("rank %d: %s (%d)\n", rank, name, length);
  MPI_Comm_test_inter(copy, &inter);
  CHECK(!inter);
  MPI_Comm_get_parent(&parent);
  CHECK(parent == MPI_COMM_NULL);
  MPI_Comm_free(&copy);
}

static void shared_memory(void) {
  MPI_Comm node;
  int me, all, sum;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &me);
  MPI_Comm_size(node, &all);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, node);
  printf("rank %d: %d of %d on this host, sum %d\n", rank, me, all, sum);
  MPI_Comm_free(&node);
  MPI_Comm_split_type(MPI_COMM_WORLD, rank % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0,
                      MPI_INFO_NULL, &node);
  CHECK((node == MPI_COMM_NULL) == (rank % 2));
  if (node != MPI_COMM_NULL) {
    MPI_Comm_size(node, &all);
    printf("rank %d: %d even ones\n", rank, all);
    MPI_Comm_free(&node);
  }
}

/* The members as ranks of the world, and where I am. */
static void show(const char* what, MPI_Group group, MPI_Group world) {
  int members, me, number[64], rank_there[64];
  MPI_Group_size(group, &members);
  MPI_Group_rank(group, &me);
  for (int i = 0; i < members; i++) number[i] = i;
  MPI_Group_translate_ranks(group, members, number, world, rank_there);
  printf("rank %d: %s: I am %d of", rank, what, me == MPI_UNDEFINED ? -1 : me);
  for (int i = 0; i < members; i++) printf(" %d", rank_there[i]);
  printf("\n");
}

static void groups(void) {
  MPI_Group world, even, odd, none, first, rest;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int every_second[1][3] = {{0, size - 1, 2}};
  int outer[2][3] = {{size - 1, size - 1, 1}, {0, 0, 1}};
  int backwards[1][3] = {{size - 1, 0, -3}};
  MPI_Group_range_excl(world, 1, every_second, &odd);
  show("odd", odd, world);
  MPI_Group_difference(world, odd, &even);
  show("even", even, world);
  MPI_Group_difference(even, even, &none);
  CHECK(none == MPI_GROUP_EMPTY);
  MPI_Group_difference(odd, even, &first);
  show("odd without even", first, world);
  MPI_Group_free(&first);
  MPI_Group_range_excl(world, 0, NULL, &first);
  show("all", first, world);
  MPI_Group_range_excl(world, 1, backwards, &rest);
  show("not every third from behind", rest, world);
  MPI_Group_free(&rest);
  if (size > 1) {
    MPI_Group_range_excl(world, 2, outer, &rest);
    show("inner", rest, world);
    if (rest != MPI_GROUP_EMPTY) MPI_Group_free(&rest);
  }
  MPI_Group_free(&first);
  MPI_Group_free(&even);
  if (odd != MPI_GROUP_EMPTY) MPI_Group_free(&odd);
  MPI_Group_free(&world);
}

static void grid(void) {
  int dims[2] = {0, 0}, periods[2] = {0, 1}, there, me;
  MPI_Comm cart;
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &there);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
  MPI_Comm_rank(cart, &me);
  printf("rank %d: mapped to %d, is %d\n", rank, there, me);
  MPI_Comm_free(&cart);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  names();
  shared_memory();
  groups();
  grid();
  MPI_Finalize();
  return 0;
}
