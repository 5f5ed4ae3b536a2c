// SPDX-License-Identifier: Apache-2.0
// Functions that the installed MPIs do not have or get wrong, so that no end-to-end program can
// compare them: fields of a status, elements of derived types, hints, and a grid that leaves ranks
// out.
#include <array>
#include <cstring>
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Functions, 1, 3, 8);

int status_fields(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Status status{};
  int source = -1, tag = -1, error = -1;
  MPI_Status_set_source(&status, 3);
  MPI_Status_set_tag(&status, 7);
  MPI_Status_set_error(&status, MPI_ERR_TRUNCATE);
  EXPECT_EQ(status.MPI_SOURCE, 3);
  EXPECT_EQ(status.MPI_TAG, 7);
  EXPECT_EQ(status.MPI_ERROR, MPI_ERR_TRUNCATE);
  const int me = world_rank();
  int in = -1;
  MPI_Sendrecv(&me, 1, MPI_INT, me, 5, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               &status);
  MPI_Status_get_source(&status, &source);
  MPI_Status_get_tag(&status, &tag);
  MPI_Status_set_error(&status, MPI_SUCCESS);
  MPI_Status_get_error(&status, &error);
  EXPECT_EQ(source, me);
  EXPECT_EQ(tag, 5);
  EXPECT_EQ(error, MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, AStatusGivesAndTakesItsFields) {
  run(status_fields);
}

int elements_of_pairs(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Status status{};
  for (int n = 0; n < 5; ++n) {
    int count = -1, elements = -1;
    MPI_Count many = -1;
    MPI_Status_set_elements(&status, pair, n);
    MPI_Get_elements(&status, pair, &elements);
    MPI_Get_count(&status, pair, &count);
    EXPECT_EQ(elements, n);
    EXPECT_EQ(count, n % 2 ? MPI_UNDEFINED : n / 2);
    MPI_Status_set_elements_x(&status, MPI_DOUBLE, n);
    MPI_Get_elements_x(&status, pair, &many);
    EXPECT_EQ(many, n);
  }
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, AStatusCountsBasicElements) {
  run(elements_of_pairs);
}

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
TEST_P(Functions, AnInfoValueIsCutToTheRoomGiven) {
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
  MPI_Info_set(info, "second", "2");
  MPI_Comm_set_info(comm, info);
  EXPECT_EQ(hint(comm, "first"), "1") << "a hint that is not named stays as it was";
  EXPECT_EQ(hint(comm, "second"), "2");
  MPI_Info_set(info, "second", "two");
  MPI_Comm_set_info(comm, info);
  EXPECT_EQ(hint(comm, "second"), "two");
  MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &copy);
  EXPECT_EQ(hint(copy, "second"), "none");
  MPI_Comm_free(&copy);
  MPI_Comm_free(&comm);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, HintsAreAddedToThoseOfACommunicator) {
  run(hints_of_communicators);
}

int shorter_grid(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size(), shorter = n > 1 ? n - 1 : 1, periods = 0;
  int there = -7;
  MPI_Cart_map(MPI_COMM_WORLD, 1, &shorter, &periods, &there);
  EXPECT_EQ(there, world_rank() < shorter ? world_rank() : MPI_UNDEFINED);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, AGridLeavesOutTheRanksBeyondIt) {
  run(shorter_grid);
}

int names_of_types(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Datatype type, copy;
  char name[MPI_MAX_OBJECT_NAME] = "?";
  int length = -1;
  MPI_Type_vector(2, 1, 3, MPI_INT, &type);
  MPI_Type_get_name(type, name, &length);
  EXPECT_STREQ(name, "");
  EXPECT_EQ(length, 0);
  MPI_Type_set_name(type, "column");
  MPI_Type_dup(type, &copy);
  MPI_Type_get_name(copy, name, &length);
  EXPECT_STREQ(name, "") << "a duplicate is another type";
  MPI_Type_get_name(type, name, &length);
  EXPECT_STREQ(name, "column");
  MPI_Type_free(&type);
  MPI_Type_free(&copy);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, ATypeHasNoNameUntilItIsGivenOne) {
  run(names_of_types);
}

int versions(int, char**) {
  int major = -1, minor = -1;  // may be asked before MPI_Init
  MPI_Abi_get_version(&major, &minor);
  EXPECT_EQ(major, MPI_ABI_VERSION);
  EXPECT_EQ(minor, MPI_ABI_SUBVERSION);
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  return 0;
}
TEST_P(Functions, TheAbiHasAVersion) {
  run(versions);
}

}  // namespace
}  // namespace bamboo::mpi
