// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "problems.h"

namespace bamboo::plans::test {
namespace {

TEST(Registry, NamesAreUniqueAndOccurInThePlans) {
  std::set<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_TRUE(names.insert(algorithm.name).second) << algorithm.name;
    EXPECT_EQ(find(algorithm.name), &algorithm);
    const std::string name = algorithm.name;
    EXPECT_EQ(name.substr(0, name.find('/')), name_of(algorithm.operation));
    const auto all = problems(algorithm.operation, 3, 0, 2, false);
    for (const Plan& plan : plans(algorithm, all)) EXPECT_EQ(plan.algorithm, name);
  }
  EXPECT_EQ(find("bcast/nonsense"), nullptr);
}

TEST(Registry, EveryOperationHasAnAlgorithmForEverySize) {
  for (int o = 0; o <= static_cast<int>(last_operation); ++o)
    for (int size : {1, 2, 17, 1000})
      for (std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 40}) {
        const Algorithm& algorithm = select(static_cast<Operation>(o), size, bytes);
        EXPECT_EQ(algorithm.operation, static_cast<Operation>(o));
      }
}

TEST(Registry, SizeAndBytesDecide) {
  EXPECT_STREQ(select(Operation::Bcast, 4, 100).name, "bcast/binomial");
  EXPECT_STREQ(select(Operation::Bcast, 4, 1 << 20).name, "bcast/chain");
  EXPECT_STREQ(select(Operation::Bcast, 8, 4 << 10).name, "bcast/binomial");
  EXPECT_STREQ(select(Operation::Bcast, 8, 8 << 10).name, "bcast/binary");
  EXPECT_STREQ(select(Operation::Bcast, 64, 256 << 10).name, "bcast/binary");
  EXPECT_STREQ(select(Operation::Bcast, 64, 1 << 20).name, "bcast/chain");
  EXPECT_STREQ(select(Operation::Reduce, 16, 64 << 10).name, "reduce/tree");
  EXPECT_STREQ(select(Operation::Reduce, 16, 256 << 10).name, "reduce/halving");
  EXPECT_STREQ(select(Operation::Reduce, 16, 1 << 20).name, "reduce/chain");
  EXPECT_STREQ(select(Operation::Alltoall, 16, 8).name, "alltoall/bruck");
  EXPECT_STREQ(select(Operation::Alltoall, 16, 4096).name, "alltoall/pairwise");
  EXPECT_STREQ(select(Operation::Allreduce, 16, 8).name, "allreduce/doubling");
  EXPECT_STREQ(select(Operation::Allreduce, 16, 1 << 20).name, "allreduce/segments");
}

}  // namespace
}  // namespace bamboo::plans::test
