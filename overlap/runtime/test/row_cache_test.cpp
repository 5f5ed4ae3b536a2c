// SPDX-License-Identifier: Apache-2.0
// How long it is known which rows run before the messages.
#include "runtime/splitting/row_cache.h"

#include <gtest/gtest.h>

#include <vector>

#include "write_tracking.h"

namespace bamboo::overlap {
namespace {

class CachedRows : public testing::Test {
 protected:
  static void SetUpTestSuite() { close_devices(); }
  void SetUp() override {
    if (!kernel_tracks_writes())
      GTEST_SKIP() << "the kernel is older than 6.7, or does not allow user faults";
  }

  AddressRange range() const {
    const auto first = reinterpret_cast<uint64_t>(indices_.data());
    return {first, first + indices_.size() * sizeof(int)};
  }
  static RowQuestion question(uint64_t number = 0) { return {{number}, {{10, 20}}, {}, {}}; }

  /// True when the rows are known; else they are found, in so many runs, by reading this.
  bool execute(const RowQuestion& question, int64_t runs, const std::vector<AddressRange>& read) {
    const RowCache::Answer answer = cache_.ask(question);
    learns_ = answer.learns;
    if (answer.rows != nullptr) {
      runs_ = static_cast<int64_t>(answer.rows->before.size());
      return true;
    }
    FoundRows rows;
    rows.compared = {{0, 15}, {40, 50}};
    for (int64_t i = 0; i < runs; ++i) rows.before.push_back({2 * i, 2 * i + 1});
    cache_.found(question, answer.look, rows, read);
    return false;
  }
  bool execute(const RowQuestion& question, int64_t runs = 1) {
    return execute(question, runs, {range()});
  }
  /// So many executions, each of which asks this; those that know the rows, and those that learn.
  struct Counts {
    int known = 0, learning = 0;
  };
  template <class Between>
  Counts repeat(int executions, Between&& between) {
    Counts all;
    for (int i = 0; i < executions; ++i) {
      all.known += execute(question()) ? 1 : 0;
      all.learning += learns_ ? 1 : 0;
      between(i);
    }
    return all;
  }

  std::vector<int> indices_ = std::vector<int>(100000, 1);
  RowCache cache_;
  int64_t runs_ = 0;
  bool learns_ = false;
};

TEST_F(CachedRows, AreKnownFromTheThirdExecutionOn) {
  EXPECT_FALSE(execute(question(), 7));
  EXPECT_TRUE(learns_);
  EXPECT_FALSE(execute(question(), 5));
  EXPECT_TRUE(learns_);
  EXPECT_TRUE(execute(question()));
  EXPECT_FALSE(learns_);
  EXPECT_EQ(runs_, 5);
}

TEST_F(CachedRows, AreFoundAgainWhenAnIndexWasWritten) {
  repeat(5, [](int) {});
  indices_[50000] = 2;
  for (uint32_t look = 0; look < RowCache::first_looks; ++look)
    EXPECT_FALSE(execute(question(), 9));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 9);
}

TEST_F(CachedRows, OfIndicesThatAreWrittenDuringTheLookAreNotKept) {
  execute(question());
  const RowCache::Answer answer = cache_.ask(question());
  EXPECT_EQ(answer.rows, nullptr);
  indices_[1] = 3;
  cache_.found(question(), answer.look, {}, {{range()}});
  EXPECT_FALSE(execute(question()));
}

TEST_F(CachedRows, OfALookThatWasLeftAreNotKept) {
  execute(question());
  cache_.ask(question());
  indices_[1] = 3;
  EXPECT_FALSE(execute(question(), 4));
  indices_[1] = 1;
  EXPECT_FALSE(execute(question(), 6));
}

TEST_F(CachedRows, OfAnotherThreadsLookAreNotTakenForThoseOfThisWatch) {
  execute(question());
  const uint64_t earlier = cache_.ask(question()).look;
  const uint64_t later = cache_.ask(question()).look;
  EXPECT_NE(earlier, later);
  cache_.found(question(), earlier, {}, {{range()}});
  EXPECT_EQ(cache_.ask(question()).rows, nullptr);
}

TEST_F(CachedRows, AreThoseOfTheSameQuestion) {
  repeat(3, [](int) {});
  EXPECT_FALSE(execute(question(1), 4));
  RowQuestion other = question();
  other.coming = {{10, 21}};
  EXPECT_FALSE(execute(other));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 1);
}

TEST_F(CachedRows, AreKeptWhereOtherMemoryComesThanTheyWereComparedWith) {
  RowQuestion asked = question();
  for (uint64_t execution = 0; execution < 6; ++execution) {
    asked.coming = {{10, 20}, {20 + execution, 21 + execution}};
    EXPECT_EQ(execute(asked, 7), execution >= 2);
  }
  for (const std::vector<AddressRange>& coming :
       std::vector<std::vector<AddressRange>>{{{10, 20}}, {{60, 70}, {10, 20}}}) {
    asked.coming = coming;
    EXPECT_TRUE(execute(asked));
  }
  for (const AddressRange compared : {AddressRange{14, 15}, AddressRange{49, 60}}) {
    asked.coming = {{10, 20}, compared};
    EXPECT_FALSE(execute(asked));
  }
  asked.coming = {};
  EXPECT_FALSE(execute(asked));
}

TEST_F(CachedRows, AreKeptForTheQuestionThatWasAnsweredLast) {
  RowQuestion first = question(), second = question(), third = question();
  first.coming = {{20, 30}};
  second.coming = {{30, 40}};
  third.coming = {{60, 70}};
  execute(first);
  const uint64_t look = cache_.ask(second).look;
  FoundRows rows;
  rows.compared = {{30, 40}};
  cache_.found(second, look, rows, {{range()}});
  EXPECT_EQ(cache_.ask(third).rows, nullptr);
  EXPECT_NE(cache_.ask(second).rows, nullptr);
}

TEST_F(CachedRows, OfIndicesThatAlwaysChangeAreWatchedLessAndLess) {
  const Counts counts = repeat(200, [&](int execution) { indices_[execution] = execution + 2; });
  EXPECT_EQ(counts.known, 0);
  EXPECT_EQ(counts.learning, static_cast<int>(RowCache::learning_executions));
}

TEST_F(CachedRows, OfFewUsesAreWatchedLessAndLess) {
  const Counts counts = repeat(600, [&](int execution) {
    if (execution % 4 == 3) indices_[execution] = execution + 2;
  });
  EXPECT_LT(counts.known, 20);
  EXPECT_EQ(counts.learning, static_cast<int>(RowCache::learning_executions));
}

TEST_F(CachedRows, OfManyUsesAreKeptAgainAtOnce) {
  const Counts counts = repeat(600, [&](int execution) {
    if (execution % 20 == 19) indices_[execution] = execution + 2;
  });
  EXPECT_GT(counts.known, 400);
}

TEST_F(CachedRows, OfListsOfOtherLengthsEachTimeAreWatchedLessAndLess) {
  int learning = 0;
  for (uint64_t execution = 0; execution < 100; ++execution) {
    AddressRange read = range();
    read.end -= 4 * execution;
    EXPECT_FALSE(execute(question(), 1, {read}));
    learning += learns_ ? 1 : 0;
  }
  EXPECT_EQ(learning, static_cast<int>(RowCache::learning_executions));
}

TEST_F(CachedRows, ThatReadNoMemoryAreAlwaysThese) {
  EXPECT_FALSE(execute(question(), 3, {}));
  EXPECT_FALSE(execute(question(), 3, {}));
  EXPECT_TRUE(execute(question()));
  EXPECT_EQ(runs_, 3);
}

TEST_F(CachedRows, AreKeptForAFewQuestions) {
  for (int round = 0; round < 3; ++round)
    for (uint64_t number = 0; number < RowCache::most_questions; ++number)
      EXPECT_EQ(execute(question(number)), round == 2);
  for (int round = 0; round < 10; ++round)
    for (uint64_t number = 0; number <= RowCache::most_questions; ++number)
      EXPECT_FALSE(execute(question(100 + number)));
  EXPECT_FALSE(learns_);
}

TEST_F(CachedRows, OfMemoryThatCannotBeWatchedAreFoundEachTime) {
  const std::vector<AddressRange> too_many(100, range());
  for (int execution = 0; execution < 4; ++execution)
    EXPECT_FALSE(execute(question(), 1, too_many));
  EXPECT_FALSE(learns_);
  const RowCache::Answer answer = cache_.ask(question(1));
  EXPECT_TRUE(answer.learns);
  cache_.found(question(1), answer.look, {}, std::nullopt);
  EXPECT_FALSE(cache_.ask(question(1)).learns);
}

}  // namespace
}  // namespace bamboo::overlap
