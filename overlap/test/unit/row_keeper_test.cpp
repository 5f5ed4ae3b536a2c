// SPDX-License-Identifier: Apache-2.0
// How long it is known which rows run before the messages.
#include "runtime/splitting/row_keeper.h"

#include <gtest/gtest.h>

#include <vector>

namespace bamboo::overlap {
namespace {

class KeptRows : public testing::Test {
 protected:
  void SetUp() override {
    if (!MemoryWatch({range()}).watches())
      GTEST_SKIP() << "the kernel is older than 6.7, or does not allow it";
  }

  AddressRange range() const {
    const auto first = reinterpret_cast<uint64_t>(indices_.data());
    return {first, first + indices_.size() * sizeof(int)};
  }
  RowQuestion question(uint64_t number = 0) const { return {{number}, {{10, 20}}, {}}; }

  /// True when the rows are known; else they are found, in so many runs.
  bool execute(const RowQuestion& question, int64_t runs = 1) {
    if (const auto known = keeper_.ask(question)) {
      runs_ = static_cast<int64_t>(known->before.size());
      return true;
    }
    FoundRows rows;
    for (int64_t i = 0; i < runs; ++i) rows.before.push_back({2 * i, 2 * i + 1});
    keeper_.found(question, rows, {{range()}});
    return false;
  }
  int looks(const RowQuestion& question, int executions) {
    int all = 0;
    for (int i = 0; i < executions; ++i) all += execute(question) ? 0 : 1;
    return all;
  }

  std::vector<int> indices_ = std::vector<int>(100000, 1);
  RowKeeper keeper_;
  int64_t runs_ = 0;
};

TEST_F(KeptRows, AreKnownFromTheThirdExecutionOn) {
  EXPECT_TRUE(keeper_.learns(question()));
  EXPECT_FALSE(execute(question(), 7));
  EXPECT_FALSE(execute(question(), 5));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 5);
  EXPECT_FALSE(keeper_.learns(question()));
}

TEST_F(KeptRows, AreFoundAgainWhenAnIndexWasWritten) {
  looks(question(), 5);
  indices_[50000] = 2;
  EXPECT_FALSE(execute(question(), 9));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 9);
}

TEST_F(KeptRows, OfIndicesThatAreWrittenDuringTheLookAreNotKept) {
  execute(question());
  EXPECT_EQ(keeper_.ask(question()), nullptr);
  indices_[1] = 3;
  keeper_.found(question(), {}, {{range()}});
  EXPECT_FALSE(execute(question()));
}

TEST_F(KeptRows, AreThoseOfTheSameQuestion) {
  looks(question(), 3);
  EXPECT_FALSE(execute(question(1), 4));
  RowQuestion other = question();
  other.coming = {{10, 21}};
  EXPECT_FALSE(execute(other));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 1);
}

TEST_F(KeptRows, OfIndicesThatAlwaysChangeAreWatchedLessAndLess) {
  int known = 0;
  for (int execution = 0; execution < 200; ++execution) {
    known += execute(question()) ? 1 : 0;
    indices_[execution] = execution + 2;
  }
  EXPECT_EQ(known, 0);
  EXPECT_FALSE(keeper_.learns(question()));
}

TEST_F(KeptRows, AreKeptForAFewQuestions) {
  for (int round = 0; round < 3; ++round)
    for (uint64_t number = 0; number < RowKeeper::kMostQuestions; ++number)
      EXPECT_EQ(execute(question(number)), round == 2);
  for (int round = 0; round < 10; ++round)
    for (uint64_t number = 0; number <= RowKeeper::kMostQuestions; ++number)
      EXPECT_FALSE(execute(question(100 + number)));
  EXPECT_FALSE(keeper_.learns(question(7)));
}

TEST_F(KeptRows, OfMemoryThatCannotBeWatchedAreFoundEachTime) {
  const RowQuestion one = question();
  const std::vector<AddressRange> too_many(100, range());
  for (int execution = 0; execution < 4; ++execution) {
    EXPECT_EQ(keeper_.ask(one), nullptr);
    keeper_.found(one, {}, too_many);
  }
  EXPECT_FALSE(keeper_.learns(one));
  EXPECT_TRUE(keeper_.learns(question(1)));
  EXPECT_EQ(keeper_.ask(question(1)), nullptr);
  keeper_.found(question(1), {}, std::nullopt);
  EXPECT_FALSE(keeper_.learns(question(1)));
}

}  // namespace
}  // namespace bamboo::overlap
