// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/core_figures.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace bamboo::support {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A /proc made of ordinary files.
class CoreFiguresTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(proc_); }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path(proc_ + file).parent_path());
    std::ofstream(proc_ + file) << text << '\n';
  }
  const std::string proc_ =
      testing::TempDir() + "proc_" + testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(CoreFiguresTest, AreSummedOverThreads) {
  write("/self/task/7/schedstat", "1000 200 3");
  write("/self/task/8/schedstat", "500 30 3");
  write("/self/task/9/other", "");
  const auto figures = core_figures(proc_);
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->ran, 1500ns);
  EXPECT_EQ(figures->waited, 230ns);
  EXPECT_EQ(figures->stolen, 0ns);
}

TEST_F(CoreFiguresTest, StolenTimeIsThatOfACore) {
  write("/self/task/7/schedstat", "1 0 1");
  write("/stat",
        "cpu  9 9 9 9 9 9 9 30 0 0\ncpu0 9 9 9 9 9 9 9 20 0 0\ncpu1 9 9 9 9 9 9 9 10 0 0\nintr 5");
  EXPECT_EQ(core_figures(proc_, 2)->stolen, 150ms);
  EXPECT_EQ(core_figures(proc_, -1)->stolen, 300ms) << "where the system does not say how many";
}

TEST_F(CoreFiguresTest, OfAKernelThatDoesNotCountAreNone) {
  EXPECT_FALSE(core_figures(proc_));
  write("/self/task/7/schedstat", "0 0 0");
  EXPECT_FALSE(core_figures(proc_));
}

}  // namespace
}  // namespace bamboo::support
