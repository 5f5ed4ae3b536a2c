// SPDX-License-Identifier: Apache-2.0
#include "configuration/multicast_permission.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace bamboo::plans::pmpi {
namespace {

class MulticastPermission : public testing::Test {
 protected:
  MulticastPermission() {
    unsetenv("BAMBOO_PLANS_MULTICAST");
    std::string name = (std::filesystem::temp_directory_path() / "permission-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~MulticastPermission() override {
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

TEST_F(MulticastPermission, IsNotGivenByDefault) {
  EXPECT_FALSE(allows_multicast({}, no_file()));
  EXPECT_FALSE(allows_multicast({}, file("")));
  EXPECT_FALSE(allows_multicast(parse_rules("bcast:chain"), no_file()));
}

TEST_F(MulticastPermission, ComesFromTheAdministratorOfTheHost) {
  EXPECT_TRUE(allows_multicast({}, file("on\n")));
  EXPECT_TRUE(allows_multicast({}, file("# switches have a querier\non\n")));
  EXPECT_FALSE(allows_multicast({}, file("off\n")));
  EXPECT_THROW(allows_multicast({}, file("yes\n")), std::invalid_argument);
}

TEST_F(MulticastPermission, ComesFromRulesThatNameIt) {
  EXPECT_TRUE(allows_multicast(parse_rules("bcast:64K-:multicast"), no_file()));
}

TEST_F(MulticastPermission, IsTheUsersBeforeAllOthers) {
  setenv("BAMBOO_PLANS_MULTICAST", "on", 1);
  EXPECT_TRUE(allows_multicast({}, file("off\n")));
  setenv("BAMBOO_PLANS_MULTICAST", "off", 1);
  EXPECT_FALSE(allows_multicast(parse_rules("bcast:multicast"), file("on\n")));
  setenv("BAMBOO_PLANS_MULTICAST", "sometimes", 1);
  EXPECT_THROW(allows_multicast({}, no_file()), std::invalid_argument);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
