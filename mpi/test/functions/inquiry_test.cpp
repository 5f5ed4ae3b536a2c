// SPDX-License-Identifier: Apache-2.0
// Functions that ask for a version. The installed MPIs do not have these functions or get them
// wrong, so no end-to-end program can compare them.
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(InquiryFunctions, 1, 3, 8);

int versions(int, char**) {
  int major = -1, minor = -1;  // may be asked before MPI_Init
  MPI_Abi_get_version(&major, &minor);
  EXPECT_EQ(major, MPI_ABI_VERSION);
  EXPECT_EQ(minor, MPI_ABI_SUBVERSION);
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, TheAbiHasAVersion) {
  run(versions);
}

int removed_errors(int, char**) {
  int error_class = 0, code = 0;  // may be called before MPI_Init
  MPI_Add_error_class(&error_class);
  MPI_Add_error_code(error_class, &code);
  MPI_Add_error_string(code, "gone soon");
  EXPECT_EQ(MPI_Remove_error_string(code), MPI_SUCCESS);
  EXPECT_EQ(MPI_Remove_error_code(code), MPI_SUCCESS);
  EXPECT_EQ(MPI_Remove_error_class(error_class), MPI_SUCCESS);
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  EXPECT_EQ(MPI_Error_class(code, &error_class), MPI_ERR_ARG);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, AProgramRemovesTheErrorsThatItAdded) {
  run(removed_errors);
}

}  // namespace
}  // namespace bamboo::mpi
