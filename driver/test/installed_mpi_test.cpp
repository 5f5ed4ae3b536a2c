// SPDX-License-Identifier: Apache-2.0
#include "installed_mpi.h"

#include <gtest/gtest.h>

namespace bamboo::driver {
namespace {

TEST(InstalledMpi, ALibrarysNameSaysItsFamily) {
  for (const char* name : {"libmpich.so.12", "libmpi.so.12", "libmpicxx.so.12", "libmpi_cray.so.12",
                           "libmpi_gnu_123.so.12"})
    EXPECT_EQ(family_of_library(name), MpiFamily::Mpich) << name;
  for (const char* name : {"libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_usempif08.so.40"})
    EXPECT_EQ(family_of_library(name), MpiFamily::OpenMpi) << name;
  for (const char* name : {"libm.so.6", "libmpi_abi.so.1"})
    EXPECT_FALSE(family_of_library(name)) << name;
}

}  // namespace
}  // namespace bamboo::driver
