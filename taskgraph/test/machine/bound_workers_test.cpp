// SPDX-License-Identifier: Apache-2.0
#include "machine/bound_workers.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "machine/cores.h"

using namespace bamboo;

namespace {

/// Two sockets with two cores of two hardware threads: eight cores for the operating system, of
/// which 0 and 1 are one core.
constexpr const char* machine = "pack:2 core:2 pu:2";
const std::string all(8, '1');

std::string binding(int workers, std::size_t process, const std::vector<std::string>& affinities) {
  return description_of(bind_workers(workers, process, affinities, Topology::synthetic(machine)));
}

class BoundWorkersTest : public testing::Test {
  void SetUp() override {
    if (!Topology::synthetic(machine)) GTEST_SKIP() << "Bamboo was built without hwloc";
  }
};

}  // namespace

TEST_F(BoundWorkersTest, HaveSocketsOfTheirOwn) {
  EXPECT_EQ(binding(2, 0, {all}), "worker 0 on cores 0-3, worker 1 on cores 4-7");
}

TEST_F(BoundWorkersTest, HaveCoresBeforeHardwareThreads) {
  EXPECT_EQ(binding(4, 0, {all}),
            "worker 0 on cores 0-1, worker 1 on cores 2-3, worker 2 on cores 4-5, worker 3 on "
            "cores 6-7");
  EXPECT_EQ(binding(2, 0, {"1111"}), "worker 0 on cores 0-1, worker 1 on cores 2-3");
  EXPECT_EQ(binding(2, 0, {"11"}), "worker 0 on cores 0, worker 1 on cores 1");
}

TEST_F(BoundWorkersTest, StayWithinTheMaskOfTheLauncher) {
  EXPECT_EQ(binding(3, 0, {"01010001"}),
            "worker 0 on cores 1, worker 1 on cores 3, worker 2 on cores 7");
  EXPECT_EQ(binding(2, 1, {"1111", "00001111"}), "worker 0 on cores 4-5, worker 1 on cores 6-7");
}

TEST_F(BoundWorkersTest, OfProcessesWithTheSameMaskShareNoCore) {
  EXPECT_EQ(binding(2, 0, {all, all}), "worker 0 on cores 0-1, worker 1 on cores 2-3");
  EXPECT_EQ(binding(2, 1, {all, all}), "worker 0 on cores 4-5, worker 1 on cores 6-7");
}

TEST_F(BoundWorkersTest, AreNotBoundWhereCoresAreTooFew) {
  EXPECT_EQ(binding(5, 0, {all, all}),
            "workers are not bound to cores: there are more workers than cores");
}

TEST_F(BoundWorkersTest, AreNotBoundWhereAnotherProcessHasOtherCoresToo) {
  EXPECT_EQ(binding(2, 0, {"1111", "00111111"}),
            "workers are not bound to cores: another process may use some of its cores, and other "
            "cores too");
}

TEST_F(BoundWorkersTest, AreNotBoundToCoresThatHwlocDoesNotKnow) {
  EXPECT_EQ(binding(2, 0, {"0000000000000011"}),
            "workers are not bound to cores: hwloc does not know the cores of the process");
}

TEST(BoundWorkers, AreNotBoundWithoutTopology) {
  EXPECT_EQ(description_of(bind_workers(2, 0, {all}, std::nullopt)),
            "workers are not bound to cores: hwloc does not describe this machine, or is not built "
            "in");
}

TEST(BoundWorkers, HaveTheirCoresWhileTheyWork) {
  const std::string before = affinity();
  const std::string one = std::string(before.find('1'), '0') + '1';
  std::thread([&] {
    {
      const OnCoresOfWorker bound(BoundWorkers{before, one}, 1);
      EXPECT_EQ(affinity(), one);
    }
    EXPECT_EQ(affinity(), before);
    const OnCoresOfWorker bound(NotBound{"no reason"}, 1);
    EXPECT_EQ(affinity(), before);
  }).join();
}
