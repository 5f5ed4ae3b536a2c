// SPDX-License-Identifier: Apache-2.0
#include "configuration/described_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace bamboo::plans::pmpi {
namespace {

constexpr double mbit = 1e6 / 8;

std::vector<HostId> ids(const std::vector<std::string>& names) {
  std::vector<HostId> out;
  for (const std::string& name : names) out.push_back(host_id(name));
  return out;
}

TEST(DescribedNetwork, HostsAreFoundByTheirNames) {
  const std::string text = read_description("names:a,b,c,dx100Mbit", 3);
  const auto found = match_hosts(text, ids({"c", "a", "d"}));
  EXPECT_EQ(found.described, (std::vector<int>{2, 0, 3}));
  // Ranks on hosts 1, 0 and 1 of the program's: a, c, a.
  const Network seen = found.between({1, 0, 1});
  EXPECT_EQ(seen.hosts(), 3);
  EXPECT_TRUE(std::isinf(seen.rate(0, 2)));
  EXPECT_EQ(seen.rate(0, 1), 100 * mbit);
}

TEST(DescribedNetwork, OrByTheirOrderWhereThereAreAsMany) {
  const std::string text = read_description("star:2x100Mbit", 2);
  EXPECT_EQ(match_hosts(text, ids({"x", "y"})).described, (std::vector<int>{0, 1}));
  EXPECT_THROW(match_hosts(text, ids({"x", "y", "z"})), std::invalid_argument);
}

TEST(DescribedNetwork, GuessedFromNames) {
  const auto found = match_hosts(read_description("names:1Gbit", 3), ids({"p", "q", "r"}));
  EXPECT_EQ(found.network.hosts(), 3);
  EXPECT_EQ(found.network.rate(0, 2), 1000 * mbit);
  EXPECT_THROW(read_description("names:fast", 3), std::invalid_argument);
}

TEST(DescribedNetwork, RanksOfADescriptionAreNotTheProgramsRanks) {
  const auto found = match_hosts(read_description("names:a,a,bx1Gbit", 2), ids({"b", "a"}));
  EXPECT_EQ(found.network.hosts(), 2);
  EXPECT_EQ(found.described, (std::vector<int>{1, 0}));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
