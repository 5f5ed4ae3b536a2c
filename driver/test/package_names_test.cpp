// SPDX-License-Identifier: Apache-2.0
#include "package_names.h"

#include <gtest/gtest.h>

namespace bamboo::driver {
namespace {

TEST(PackageNames, DebianAndUbuntuHaveTheSame) {
  for (const char* system : {"ID=debian\nVERSION_ID=\"13\"\n", "ID=ubuntu\nID_LIKE=debian\n", ""}) {
    EXPECT_EQ(package_name(Package::OpenMpi, system), "openmpi-bin");
    EXPECT_EQ(package_name(Package::MpichCompilers, system), "libmpich-dev");
  }
}

TEST(PackageNames, FedoraAndItsRelativesHaveTheSame) {
  for (const char* system : {"NAME=\"Fedora Linux\"\nID=fedora\n",
                             "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "ID=\"rhel\"\n"}) {
    EXPECT_EQ(package_name(Package::OpenMpi, system), "openmpi");
    EXPECT_EQ(package_name(Package::MpichCompilers, system), "mpich-devel");
    EXPECT_EQ(package_name(Package::Sodium, system), "libsodium-devel");
  }
}

TEST(PackageNames, OnlyTheSystemsIdCounts) {
  EXPECT_EQ(package_name(Package::OpenMpi, "HOME_URL=\"https://fedora\"\nID=debian\n"),
            "openmpi-bin");
}

}  // namespace
}  // namespace bamboo::driver
