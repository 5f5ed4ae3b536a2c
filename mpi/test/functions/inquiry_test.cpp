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

}  // namespace
}  // namespace bamboo::mpi
