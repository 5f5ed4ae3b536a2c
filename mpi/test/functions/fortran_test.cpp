// SPDX-License-Identifier: Apache-2.0
// Fortran's bindings where C's function fails, and over many objects.
#include <algorithm>
#include <array>

#include "support/rank_run.h"

extern "C" {
void bamboo_mpi_type_contiguous_(const int*, const MPI_Fint*, MPI_Fint*, MPI_Fint*);
void bamboo_mpi_type_free_(MPI_Fint*, MPI_Fint*);
void bamboo_mpi_waitsome_(const int*, MPI_Fint*, int*, int*, MPI_Fint*, MPI_Fint*);
void bamboo_mpi_testsome_(const int*, MPI_Fint*, int*, int*, MPI_Fint*, MPI_Fint*);
void bamboo_mpi_request_get_status_some_(const int*, const MPI_Fint*, int*, int*, MPI_Fint*,
                                         MPI_Fint*);
void bamboo_mpi_waitany_(const int*, MPI_Fint*, int*, MPI_Fint*, MPI_Fint*);
void bamboo_mpi_testany_(const int*, MPI_Fint*, int*, int*, MPI_Fint*, MPI_Fint*);
void bamboo_mpi_request_get_status_any_(const int*, const MPI_Fint*, int*, int*, MPI_Fint*,
                                        MPI_Fint*);
}

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(FortranFunctions, 1, 3);

int failing_completions(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int count = -1;
  MPI_Fint request = 0, error = MPI_SUCCESS;
  std::array<MPI_Fint, MPI_F_STATUS_SIZE> status{};
  const auto fails_for_some = [&](auto* some) {
    int outcount = 3;
    std::array<int, 3> indices{7, 8, 9};
    some(&count, &request, &outcount, indices.data(), status.data(), &error);
    EXPECT_EQ(error, MPI_ERR_COUNT);
    EXPECT_EQ(outcount, MPI_UNDEFINED);
    EXPECT_EQ(indices, (std::array<int, 3>{7, 8, 9}));
  };
  fails_for_some(bamboo_mpi_waitsome_);
  fails_for_some(bamboo_mpi_testsome_);
  fails_for_some(bamboo_mpi_request_get_status_some_);
  int index = 7, flag = 0;
  bamboo_mpi_waitany_(&count, &request, &index, status.data(), &error);
  EXPECT_EQ(error, MPI_ERR_COUNT);
  EXPECT_EQ(index, MPI_UNDEFINED);
  const auto fails_for_any = [&](auto* any) {
    index = 7;
    any(&count, &request, &index, &flag, status.data(), &error);
    EXPECT_EQ(error, MPI_ERR_COUNT);
    EXPECT_EQ(index, MPI_UNDEFINED);
  };
  fails_for_any(bamboo_mpi_testany_);
  fails_for_any(bamboo_mpi_request_get_status_any_);
  MPI_Finalize();
  return 0;
}
TEST_P(FortranFunctions, ACompletionThatFailsTouchesNoIndices) {
  run(failing_completions);
}

int made_and_freed_types(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int count = 2;
  const MPI_Fint integer = MPI_Type_c2f(MPI_INT);
  MPI_Fint largest = 0, first = 0;
  for (int turn = 0; turn < 100'000; ++turn) {
    MPI_Fint type = 0, error = MPI_SUCCESS;
    bamboo_mpi_type_contiguous_(&count, &integer, &type, &error);
    if (turn == 0) first = type;
    largest = std::max(largest, type);
    bamboo_mpi_type_free_(&type, &error);
    if (error != MPI_SUCCESS || type != MPI_Type_c2f(MPI_DATATYPE_NULL))
      ADD_FAILURE() << "turn " << turn << ": error " << error << ", type " << type;
  }
  EXPECT_LT(largest - first, 2000);
  MPI_Finalize();
  return 0;
}
TEST_P(FortranFunctions, ATypeInEachStepTakesNoRoom) {
  run(made_and_freed_types);
}

int converted_statuses(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const std::array<int, 3> data{};
  MPI_Status before, after;
  MPI_Request request;
  MPI_Isend(data.data(), 3, MPI_INT, 0, 17, MPI_COMM_SELF, &request);
  MPI_Probe(0, 17, MPI_COMM_SELF, &before);
  MPI_Recv(nullptr, 0, MPI_INT, 0, 17, MPI_COMM_SELF, MPI_STATUS_IGNORE);  // too short
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_F08_status f08, again;
  std::array<MPI_Fint, MPI_F_STATUS_SIZE> f;
  EXPECT_EQ(MPI_Status_c2f08(&before, &f08), MPI_SUCCESS);
  EXPECT_EQ(f08.MPI_SOURCE, 0);
  EXPECT_EQ(f08.MPI_TAG, 17);
  EXPECT_EQ(MPI_Status_f082f(&f08, f.data()), MPI_SUCCESS);
  EXPECT_EQ(f[MPI_F_TAG], 17);
  EXPECT_EQ(MPI_Status_f2f08(f.data(), &again), MPI_SUCCESS);
  EXPECT_EQ(MPI_Status_f082c(&again, &after), MPI_SUCCESS);
  int count = -1;
  MPI_Get_count(&after, MPI_INT, &count);
  EXPECT_EQ(count, 3);

  EXPECT_EQ(MPI_Status_c2f08(&before, nullptr), MPI_ERR_ARG);
  EXPECT_EQ(MPI_Status_f082c(nullptr, &after), MPI_ERR_ARG);
  EXPECT_EQ(MPI_F08_STATUS_IGNORE, static_cast<void*>(MPI_F_STATUS_IGNORE));
  EXPECT_EQ(MPI_F08_STATUSES_IGNORE, static_cast<void*>(MPI_F_STATUSES_IGNORE));
  MPI_Finalize();
  return 0;
}
TEST_P(FortranFunctions, StatusesOfAllThreeInterfaces) {
  run(converted_statuses);
}

/// A binding recognises the variables by their addresses.
int ignored_statuses(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Fint request = MPI_Request_c2f(MPI_REQUEST_NULL), error = -1;
  const int count = 1;
  int flag = 0, index = 0;
  bamboo_mpi_testany_(&count, &request, &index, &flag, MPI_F_STATUS_IGNORE, &error);
  EXPECT_EQ(error, MPI_SUCCESS);
  bamboo_mpi_waitsome_(&count, &request, &flag, &index, MPI_F_STATUSES_IGNORE, &error);
  EXPECT_EQ(error, MPI_SUCCESS);
  for (const MPI_Fint word : bamboo_mpi_constants_) EXPECT_EQ(word, 0);
  MPI_Finalize();
  return 0;
}
TEST_P(FortranFunctions, IgnoredStatusesAreNotWritten) {
  run(ignored_statuses);
}

}  // namespace
}  // namespace bamboo::mpi
