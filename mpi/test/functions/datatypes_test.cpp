// SPDX-License-Identifier: Apache-2.0
// Names of datatypes. The installed MPIs do not have these functions or get them wrong,
// so no end-to-end program can compare them.
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(DatatypesFunctions, 1, 3, 8);

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
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  EXPECT_STREQ(name, "MPI_DOUBLE");
  const std::string own = "a double of rank " + std::to_string(world_rank());
  MPI_Type_set_name(MPI_DOUBLE, own.c_str());
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  EXPECT_EQ(name, own) << "each rank has its own names of predefined types";
  MPI_Type_free(&type);
  MPI_Type_free(&copy);
  MPI_Finalize();
  return 0;
}
TEST_P(DatatypesFunctions, ATypeHasNoNameUntilItIsGivenOne) {
  run(names_of_types);
}

}  // namespace
}  // namespace bamboo::mpi
