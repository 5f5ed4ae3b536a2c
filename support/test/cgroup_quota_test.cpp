// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/cgroup_quota.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

namespace bamboo::support {
namespace {

namespace fs = std::filesystem;

/// A mounted hierarchy of control groups, made of ordinary files.
class CgroupTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "cgroup_" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path(root_ + file).parent_path());
    std::ofstream(root_ + file) << text << '\n';
  }
  std::string root_;
};

TEST_F(CgroupTest, Version2) {
  write("/a/b/cpu.max", "max 100000");
  EXPECT_TRUE(std::isinf(cgroup_quota("0::/a/b\n", root_)));
  write("/a/cpu.max", "150000 100000");
  EXPECT_DOUBLE_EQ(cgroup_quota("0::/a/b\n", root_), 1.5);
  write("/a/b/cpu.max", "50000 100000");
  EXPECT_DOUBLE_EQ(cgroup_quota("0::/a/b\n", root_), 0.5);
}

TEST_F(CgroupTest, Version2InAContainerWithTheHostsPath) {
  write("/cpu.max", "200000 100000");
  EXPECT_DOUBLE_EQ(cgroup_quota("0::/system.slice/somewhere\n", root_), 2);
}

TEST_F(CgroupTest, Version1) {
  const std::string self = "3:memory:/x\n2:cpu,cpuacct:/x/y\n1:cpuset:/x\n";
  write("/cpu,cpuacct/x/y/cpu.cfs_quota_us", "-1");
  write("/cpu,cpuacct/x/y/cpu.cfs_period_us", "100000");
  EXPECT_TRUE(std::isinf(cgroup_quota(self, root_)));
  write("/cpu,cpuacct/x/y/cpu.cfs_quota_us", "2250");
  write("/cpu,cpuacct/x/y/cpu.cfs_period_us", "5000");
  EXPECT_DOUBLE_EQ(cgroup_quota(self, root_), 0.45);
}

TEST_F(CgroupTest, NoQuotaAnywhere) {
  EXPECT_TRUE(std::isinf(cgroup_quota("0::/\n", root_)));
  EXPECT_TRUE(std::isinf(cgroup_quota("", root_)));
  EXPECT_TRUE(std::isinf(cgroup_quota("nonsense", root_)));
}

}  // namespace
}  // namespace bamboo::support
