// SPDX-License-Identifier: Apache-2.0
// Fields of a status, and elements of derived types in it. The installed MPIs do not have these
// functions or get them wrong, so no end-to-end program can compare them.
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(StatusesFunctions, 1, 3, 8);

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
TEST_P(StatusesFunctions, AStatusGivesAndTakesItsFields) {
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
TEST_P(StatusesFunctions, AStatusCountsBasicElements) {
  run(elements_of_pairs);
}

}  // namespace
}  // namespace bamboo::mpi
