// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/execution.h"

#include <gtest/gtest.h>

#include <string>

namespace bamboo::plans::test {
namespace {

/// Records what is started. Transfers complete when the test says so.
class Recorder final : public Endpoint {
 public:
  std::string log;
  std::vector<char> arrived = std::vector<char>(8);
  bool sends_complete_at_once = false;

  bool start_send(std::uint32_t index, const Step&) override {
    log += "s" + std::to_string(index);
    return sends_complete_at_once;
  }
  bool start_receive(std::uint32_t index, const Step&) override {
    log += "r" + std::to_string(index);
    return false;
  }
  bool test(std::uint32_t index) override { return arrived[index]; }
  void copy(const Step&) override { log += "c"; }
  void reduce(const Step&) override { log += "+"; }
};

Step send(int peer, std::vector<std::uint32_t> after = {}) {
  return {Step::Kind::Send, peer, {}, {}, 1, std::move(after)};
}
Step receive(int peer, std::vector<std::uint32_t> after = {}) {
  return {Step::Kind::Receive, peer, {}, {}, 1, std::move(after)};
}
Step token(int peer, std::vector<std::uint32_t> after = {}) {
  return {Step::Kind::Send, peer, {}, {}, 0, std::move(after)};
}
Step reduce(std::vector<std::uint32_t> after) {
  return {Step::Kind::Reduce, -1, {}, {}, 1, std::move(after)};
}

TEST(Execution, TokensDoNotWaitForDataBeforeThem) {
  const Schedule schedule(
      Plan{"", 0, 3, 0, {receive(1), send(2, {0}), token(2), send(2), token(2, {0}), token(2)}});
  Recorder endpoint;
  Execution run(schedule, endpoint);
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s2") << "send 3 waits for send 1, token 5 for token 4";
  endpoint.arrived[0] = true;
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s2s1s4s3s5");
}

TEST(Execution, StepsStartWhenWhatTheyComeAfterIsDone) {
  const Schedule schedule(
      Plan{"", 0, 4, 0, {receive(1), receive(2), reduce({0, 1}), send(3, {2})}});
  Recorder endpoint;
  Execution run(schedule, endpoint);
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0r1");
  EXPECT_FALSE(run.all_started());
  endpoint.arrived[1] = true;
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0r1");
  endpoint.arrived[0] = true;
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0r1+s3");
  EXPECT_TRUE(run.all_started());
  EXPECT_EQ(run.in_flight().size(), 1u);
  endpoint.arrived[3] = true;
  EXPECT_TRUE(run.progress());
  EXPECT_TRUE(run.finished());
}

TEST(Execution, TransfersOfAPairStartInTheOrderOfThePlan) {
  // The second send could go first, but its receiver counts on the order.
  const Schedule schedule(Plan{"", 0, 3, 0, {receive(2), send(1, {0}), send(1), send(2)}});
  Recorder endpoint;
  endpoint.sends_complete_at_once = true;
  Execution run(schedule, endpoint);
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s3");
  endpoint.arrived[0] = true;
  EXPECT_TRUE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s3s1s2");
}

TEST(Execution, OneScheduleServesManyRuns) {
  const Schedule schedule(Plan{"", 0, 2, 0, {send(1), send(1, {0})}});
  for (int i = 0; i < 3; ++i) {
    Recorder endpoint;
    endpoint.sends_complete_at_once = true;
    Execution run(schedule, endpoint);
    EXPECT_TRUE(run.progress());
    EXPECT_EQ(endpoint.log, "s0s1");
  }
}

TEST(Execution, DetachedTransfersWaitOnlyForTheirPlaceInThePair) {
  const Schedule schedule(
      Plan{"", 0, 3, 0, {receive(1), send(2, {0}), send(1, {1}), send(2), token(2, {3})}});
  Recorder endpoint;
  Execution run(schedule, endpoint);
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0");
  run.detach();
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s1s2s3s4");
  EXPECT_TRUE(run.all_started());
  endpoint.arrived.assign(8, true);
  EXPECT_TRUE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s1s2s3s4") << "nothing is started twice";
}

TEST(Execution, DetachedPlansStillComputeInOrder) {
  const Schedule schedule(Plan{
      "", 0, 3, 0, {receive(1), reduce({0}), send(2, {1}), reduce({0, 1, 2}), receive(2, {3})}});
  Recorder endpoint;
  Execution run(schedule, endpoint);
  run.detach();
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s2r4");
  EXPECT_FALSE(run.all_started());
  endpoint.arrived[0] = true;
  EXPECT_FALSE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s2r4+");
  endpoint.arrived.assign(8, true);
  EXPECT_TRUE(run.progress());
  EXPECT_EQ(endpoint.log, "r0s2r4++");
}

TEST(Execution, AnEmptyPlanIsFinished) {
  const Schedule schedule(Plan{});
  Recorder endpoint;
  Execution run(schedule, endpoint);
  EXPECT_TRUE(run.progress());
}

}  // namespace
}  // namespace bamboo::plans::test
