// SPDX-License-Identifier: Apache-2.0
// Info objects and the hints of communicators. The installed MPIs do not have these functions or
// get them wrong, so no end-to-end program can compare them.
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(InfoFunctions, 1, 3, 8);

int info_texts(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "colour", "ultramarine");
  char text[32] = "untouched";
  int flag = -1, room = 0;
  MPI_Info_get_string(info, "colour", &room, nullptr, &flag);  // asks how long it is
  EXPECT_TRUE(flag);
  EXPECT_EQ(room, 12);
  MPI_Info_get_string(info, "colour", &room, text, &flag);
  EXPECT_STREQ(text, "ultramarine");
  room = 6;
  MPI_Info_get_string(info, "colour", &room, text, &flag);
  EXPECT_STREQ(text, "ultra");
  EXPECT_EQ(room, 12);
  room = 6;
  MPI_Info_get_string(info, "absent", &room, text, &flag);
  EXPECT_FALSE(flag);
  EXPECT_EQ(room, 6);
  EXPECT_STREQ(text, "ultra");
  MPI_Info_get(info, "colour", 3, text, &flag);
  EXPECT_STREQ(text, "ult");
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
TEST_P(InfoFunctions, AnInfoValueIsCutToTheRoomGiven) {
  run(info_texts);
}

std::string hint(MPI_Comm comm, const char* key) {
  MPI_Info used;
  char value[64] = "";
  int flag = 0;
  MPI_Comm_get_info(comm, &used);
  MPI_Info_get(used, key, 63, value, &flag);
  MPI_Info_free(&used);
  return flag ? value : "none";
}

int environment_of_process(int argc, char** argv) {
  MPI_Info info;
  int keys = -1;
  EXPECT_EQ(MPI_Info_create_env(argc, argv, &info), MPI_SUCCESS);
  MPI_Info_get_nkeys(info, &keys);
  EXPECT_EQ(keys, 0) << "as MPI_INFO_ENV";
  MPI_Info_free(&info);
  EXPECT_EQ(MPI_Get_hw_resource_info(&info), MPI_SUCCESS);
  MPI_Info_get_nkeys(info, &keys);
  EXPECT_EQ(keys, 1);
  MPI_Info_free(&info);
  return 0;
}
TEST_P(InfoFunctions, DescribeTheProcessBeforeInit) {
  run(environment_of_process);
}

int hints_of_communicators(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Comm comm, copy;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  EXPECT_EQ(hint(MPI_COMM_WORLD, "first"), "none");
  MPI_Info_set(info, "first", "changed later");
  EXPECT_EQ(hint(comm, "first"), "1");
  MPI_Info_delete(info, "first");
  const char* const named = "mpi_assert_no_any_tag";
  MPI_Info_set(info, named, "true");
  MPI_Info_set(info, "second", "2");
  MPI_Comm_set_info(comm, info);
  EXPECT_EQ(hint(comm, "first"), "1") << "a hint that is not named stays as it was";
  EXPECT_EQ(hint(comm, named), "true");
  EXPECT_EQ(hint(comm, "second"), "none") << "MPI does not know this one";
  MPI_Info_set(info, named, "false");
  MPI_Comm_set_info(comm, info);
  EXPECT_EQ(hint(comm, named), "false");
  MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &copy);
  EXPECT_EQ(hint(copy, named), "none");
  MPI_Comm_free(&copy);
  MPI_Comm_free(&comm);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
TEST_P(InfoFunctions, HintsAreAddedToThoseOfACommunicator) {
  run(hints_of_communicators);
}

}  // namespace
}  // namespace bamboo::mpi
