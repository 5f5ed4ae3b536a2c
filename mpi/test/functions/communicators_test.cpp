// SPDX-License-Identifier: Apache-2.0
// Communicators made in ways that installed MPIs may lack.
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(NewCommunicators, 1, 2, 5);

int size_of(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return 0;
  int size = -1;
  MPI_Comm_size(comm, &size);
  MPI_Comm_free(&comm);
  return size;
}

int from_groups(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int rank = world_rank(), size = world_size();
  MPI_Group all, half;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int range[1][3] = {{rank % 2, size - 1, 2}};
  MPI_Group_range_incl(all, 1, range, &half);
  MPI_Comm whole, mine;
  MPI_Comm_create_from_group(all, "whole", MPI_INFO_NULL, MPI_ERRORS_RETURN, &whole);
  MPI_Comm_create_from_group(half, "half", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &mine);
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(whole, &handler);
  EXPECT_EQ(handler, MPI_ERRORS_RETURN);
  int sum = 0, expected = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, mine);
  for (int r = rank % 2; r < size; r += 2) expected += r;
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(size_of(whole), size);
  EXPECT_EQ(size_of(mine), (size - rank % 2 + 1) / 2);
  MPI_Comm none = MPI_COMM_WORLD;
  MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &none);
  EXPECT_EQ(none, MPI_COMM_NULL);
  MPI_Group_free(&all);
  MPI_Group_free(&half);
  MPI_Finalize();
  return 0;
}
TEST_P(NewCommunicators, AreMadeFromGroupsAlone) {
  run(from_groups);
}

int size_of_split(int type, const char* key, const char* value) {
  MPI_Info info;
  MPI_Info_create(&info);
  if (key) MPI_Info_set(info, key, value);
  MPI_Comm part;
  MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, info, &part);
  MPI_Info_free(&info);
  return size_of(part);
}

int split_by_type(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int size = world_size();
  constexpr char hardware[] = "mpi_hw_resource_type", set[] = "mpi_pset_name";
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_SHARED, nullptr, nullptr), size);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_HW_GUIDED, hardware, "mpi_shared_memory"), size);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_HW_GUIDED, hardware, "unheard of"), 0);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_HW_GUIDED, nullptr, nullptr), 0);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_HW_UNGUIDED, nullptr, nullptr), 0) << "one host";
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_RESOURCE_GUIDED, hardware, "mpi_shared_memory"), size);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_RESOURCE_GUIDED, set, "mpi://WORLD"), size);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_RESOURCE_GUIDED, set, "mpi://SELF"), 1);
  EXPECT_EQ(size_of_split(MPI_COMM_TYPE_RESOURCE_GUIDED, set, "app://ocean"), 0);
  EXPECT_EQ(size_of_split(MPI_UNDEFINED, nullptr, nullptr), 0);
  MPI_Finalize();
  return 0;
}
TEST_P(NewCommunicators, HaveTheRanksOfAResource) {
  run(split_by_type);
}

int duplicate_with_hints(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "colour", "umber");
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &copy, &request);
  MPI_Info_free(&info);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_get_info(copy, &used);
  char text[16] = "";
  int flag = 0;
  MPI_Info_get(used, "colour", 15, text, &flag);
  EXPECT_STREQ(text, "umber");
  MPI_Info_free(&used);
  int value = world_rank() == 0 ? 5 : 0;
  MPI_Bcast(&value, 1, MPI_INT, 0, copy);
  EXPECT_EQ(value, 5);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
TEST_P(NewCommunicators, KeepTheHintsOfANonblockingDuplication) {
  run(duplicate_with_hints);
}

}  // namespace
}  // namespace bamboo::mpi
