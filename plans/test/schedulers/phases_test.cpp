// SPDX-License-Identifier: Apache-2.0
// The phase verifier finds errors.
#include "bamboo/plans/phases.h"

#include <gtest/gtest.h>

#include "bamboo/plans/schedulers.h"
#include "faults.h"
#include "patterns.h"

namespace bamboo::plans::test {
namespace {

class PhasesCheck : public testing::Test {
 protected:
  Network star = Network::star(4, mbit);
  Traffic traffic{4, {{0, 1, 10}, {0, 2, 10}, {3, 2, 6}}};
  Phases right{4, "", {{{0, 1, 0, 10}, {3, 2, 0, 6}}, {{0, 2, 0, 4}}, {{0, 2, 4, 6}}}, false};

  void expect(const char* part, const Network& network) {
    const std::string fault = text_of(check(right, traffic, network));
    EXPECT_NE(fault.find(part), std::string::npos)
        << "'" << fault << "' says nothing of '" << part << "'";
  }
  void expect(const char* part) { expect(part, star); }
};

TEST_F(PhasesCheck, AcceptsMessagesInParts) {
  EXPECT_EQ(check(right, traffic, star), std::nullopt);
}

TEST_F(PhasesCheck, FindsTwoSendsOfOneHost) {
  right.phases[0].push_back(right.phases[1][0]);
  right.phases.erase(right.phases.begin() + 1);
  expect("link h0-s0 is taken");
  right.phases = {{{0, 2, 0, 10}}, {{0, 1, 0, 10}, {3, 2, 0, 6}}};
  EXPECT_EQ(check(right, traffic, star), std::nullopt);
}

TEST_F(PhasesCheck, FindsTwoReceivesOfOneHost) {
  right.phases = {{{0, 2, 0, 10}, {3, 2, 0, 6}}, {{0, 1, 0, 10}}};
  expect("link s0-h2 is taken");
}

TEST_F(PhasesCheck, FindsASharedTrunk) {
  traffic = {4, {{0, 2, 1}, {1, 3, 1}}};
  right.phases = {{{0, 2, 0, 1}, {1, 3, 0, 1}}};
  expect("link s0-s1 is taken", Network::two_switches(2, 2, mbit, mbit));
  EXPECT_EQ(check(right, traffic, Network::two_switches(2, 2, mbit, 2 * mbit)), std::nullopt);
}

TEST_F(PhasesCheck, LetsTheSmallOnesContend) {
  traffic = {4, {{0, 2, 1}, {3, 2, 1}}};
  right.phases = {{{0, 2, 0, 1}, {3, 2, 0, 1}}};
  expect("is taken");
  right.small_last = true;
  EXPECT_EQ(check(right, traffic, star), std::nullopt);
}

TEST_F(PhasesCheck, FindsBytesThatMoveTwiceOrNever) {
  right.phases[2][0].offset = 3;
  expect("moves twice");
  right.phases[2][0] = {0, 2, 5, 5};
  expect("never move");
  right.phases.pop_back();
  expect("never move");
  right.phases.push_back({{0, 2, 4, 7}});
  expect("ends before");
}

TEST_F(PhasesCheck, FindsStrangers) {
  right.phases[1].push_back({1, 0, 0, 3});
  expect("no such message");
  right.phases[1].back() = {1, 4, 0, 3};
  expect("no such transfer");
  right.phases[1].back() = {1, 1, 0, 3};
  expect("no such transfer");
  right.phases[1].back() = {1, 3, 0, 0};
  expect("no such transfer");
}

TEST_F(PhasesCheck, FindsOtherSizes) {
  right.size = 5;
  expect("for 5 ranks");
  right.size = traffic.size = 4;
  expect("network of 3 hosts", Network::star(3, 1));
}

TEST(Traffic, ChecksItself) {
  EXPECT_EQ(check(all_to_all(5, 3)), std::nullopt);
  EXPECT_NE(check(Traffic{2, {{0, 2, 1}}}), std::nullopt);
  EXPECT_NE(check(Traffic{2, {{1, 1, 1}}}), std::nullopt);
  EXPECT_NE(check(Traffic{2, {{0, 1, 0}}}), std::nullopt);
  EXPECT_NE(check(Traffic{2, {{0, 1, 1}, {1, 0, 1}, {0, 1, 2}}}), std::nullopt);
  const std::size_t counts[] = {7, 1, 0, 0, 9, 2, 3, 0, 4};
  EXPECT_EQ(traffic_of(3, counts).messages,
            (std::vector<Message>{{0, 1, 1}, {1, 2, 2}, {2, 0, 3}}));
}

}  // namespace
}  // namespace bamboo::plans::test
