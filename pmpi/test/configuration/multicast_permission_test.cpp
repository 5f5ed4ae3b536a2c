// SPDX-License-Identifier: Apache-2.0
#include "configuration/multicast_permission.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace bamboo::plans::pmpi {
namespace {

bool is_allowed(const std::vector<Rule>& forced, const std::filesystem::path& file) {
  return multicast_permission(forced, file).is_given;
}

class MulticastPermissionTest : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("BAMBOO_PLANS_MULTICAST");
    std::string name = (std::filesystem::temp_directory_path() / "permission-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override {
    unsetenv("BAMBOO_PLANS_MULTICAST");
    std::filesystem::remove_all(folder_);
  }
  std::filesystem::path file(const std::string& text) const {
    std::ofstream(folder_ / "multicast") << text;
    return folder_ / "multicast";
  }
  std::filesystem::path no_file() const { return folder_ / "none"; }

 private:
  std::filesystem::path folder_;
};

TEST_F(MulticastPermissionTest, IsNotGivenByDefault) {
  EXPECT_FALSE(is_allowed({}, no_file()));
  EXPECT_FALSE(is_allowed({}, file("")));
  EXPECT_FALSE(is_allowed(parse_rules("bcast:chain"), no_file()));
}

TEST_F(MulticastPermissionTest, ComesFromTheAdministratorOfTheHost) {
  EXPECT_TRUE(is_allowed({}, file("on\n")));
  EXPECT_TRUE(is_allowed({}, file("# switches have a querier\non\n")));
  EXPECT_FALSE(is_allowed({}, file("off\n")));
}

TEST_F(MulticastPermissionTest, IsNotGivenByAMalformedFile) {
  const auto malformed = file("yes\n");
  const MulticastPermission permission = multicast_permission({}, malformed);
  EXPECT_FALSE(permission.is_given);
  EXPECT_EQ(permission.malformed, malformed.string() + ": 'yes'; it may be on or off");
}

TEST_F(MulticastPermissionTest, ComesFromRulesThatNameIt) {
  EXPECT_TRUE(is_allowed(parse_rules("bcast:64K-:multicast"), no_file()));
}

TEST_F(MulticastPermissionTest, ThatLacksLeavesRulesToTheMpiAndToTrials) {
  std::vector<Rule> forced = parse_rules("bcast:multicast;alltoall:pairwise"), tuned = forced;
  forbid_multicast(forced, tuned);
  ASSERT_EQ(forced.size(), 2U);
  EXPECT_EQ(forced[0].algorithm, nullptr);
  EXPECT_NE(forced[1].algorithm, nullptr);
  ASSERT_EQ(tuned.size(), 1U);
  EXPECT_EQ(tuned[0].operation, Operation::Alltoall);
}

TEST_F(MulticastPermissionTest, IsTheUsersBeforeAllOthers) {
  setenv("BAMBOO_PLANS_MULTICAST", "on", 1);
  EXPECT_TRUE(is_allowed({}, file("off\n")));
  setenv("BAMBOO_PLANS_MULTICAST", "off", 1);
  EXPECT_FALSE(is_allowed(parse_rules("bcast:multicast"), file("on\n")));
  setenv("BAMBOO_PLANS_MULTICAST", "sometimes", 1);
  EXPECT_THROW(is_allowed({}, no_file()), std::invalid_argument);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
