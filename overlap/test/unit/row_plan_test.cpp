// SPDX-License-Identifier: Apache-2.0
// Which rows run before the messages, and which behind them.
#include "runtime/splitting/row_plan.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace bamboo::overlap {
namespace {

constexpr unsigned kColumns = 0, kVector = 1;

/// Rows with an index at 1000 + 4 * row, and a vector, of which each row reads as `reads` says.
class Rows : public testing::Test {
 protected:
  struct Read {
    uint64_t lowest, highest;
  };
  static constexpr Read kNothing{UINT64_MAX, 0};

  Rows() {
    plan_.add_access(4, true);
    plan_.add_access(8, false);
  }

  /// The rows in the order in which they are executed, as "first-last"; those behind the messages
  /// follow a bar.
  std::string run(
      int64_t rows, const std::function<Read(int64_t)>& reads,
      const std::function<Read(int64_t)>& columns = [](int64_t row) {
        const auto place = static_cast<uint64_t>(1000 + 4 * row);
        return Read{place, place};
      }) {
    plan_.begin(rows, coming_, own_);
    std::string text;
    const auto add = [&](int64_t first, int64_t end) {
      text += std::to_string(first) + "-" + std::to_string(end - 1) + " ";
    };
    while (plan_.next_chunk()) {
      const int64_t first = plan_.first(), end = plan_.end();
      uint64_t low[2], high[2];
      for (unsigned access : {kColumns, kVector}) {
        low[access] = plan_.lowest_free(access);
        high[access] = plan_.highest_free(access);
      }
      for (int64_t row = first; row < end; ++row)
        for (unsigned access : {kColumns, kVector}) {
          const Read read = access == kVector ? reads(row) : columns(row);
          if (read.lowest >= low[access] && read.highest <= high[access]) continue;
          plan_.tell(row, access, read.lowest, read.highest);
          ++told_;
        }
      while (plan_.next_run()) add(plan_.first(), plan_.end());
    }
    text += "|";
    for (const RowPlan::Rows& left : plan_.left()) {
      text += " " + std::to_string(left.first) + "-" + std::to_string(left.end - 1);
    }
    return text;
  }

  RowPlan plan_;
  std::vector<AddressRange> coming_ = {{80000, 80800}, {80800, 81600}}, own_ = {{200000, 280000}};
  int told_ = 0;
};

TEST_F(Rows, ThoseThatReadOfMessagesRunBehindThem) {
  EXPECT_EQ(run(10,
                [](int64_t row) {
                  return row == 3 || row == 4 || row == 9 ? Read{70000, 80000} : Read{70000, 79992};
                }),
            "0-2 5-8 | 3-4 9-9");
}

TEST_F(Rows, OneByteOfAMessageCounts) {
  EXPECT_EQ(run(4, [](int64_t row) { return Read{79992, row == 2 ? 79993u : 79992u}; }),
            "0-1 3-3 | 2-2");
  plan_ = {};
  plan_.add_access(4, true);
  plan_.add_access(8, false);
  EXPECT_EQ(run(4, [](int64_t row) { return row == 2 ? Read{81599, 81599} : Read{81600, 90000}; }),
            "0-1 3-3 | 2-2");
}

TEST_F(Rows, ARowWithoutElementsReadsNothing) {
  EXPECT_EQ(run(3, [](int64_t) { return kNothing; }, [](int64_t) { return kNothing; }), "0-2 |");
  EXPECT_EQ(told_, 0);
}

TEST_F(Rows, AllOfThemMayRunBehind) {
  EXPECT_EQ(run(600, [](int64_t) { return Read{80000, 80000}; }), "| 0-599");
}

TEST_F(Rows, WhereNothingComesAllRunBefore) {
  coming_.clear();
  EXPECT_EQ(run(600, [](int64_t) { return Read{80000, 80000}; }), "0-255 256-511 512-599 |");
  // Those of the first chunk, from which the room is known.
  EXPECT_EQ(told_, 2 * RowPlan::kChunk);
}

TEST_F(Rows, FromTheFirstOneOnThatReadsWhatRowsWriteAllKeepTheirOrder) {
  EXPECT_EQ(run(700,
                [](int64_t row) {
                  if (row == 300) return Read{70000, 279999};
                  return row == 5 ? Read{80000, 80000} : Read{70000, 70000};
                }),
            "0-4 6-255 256-299 | 5-5 300-699");
}

TEST_F(Rows, SoTheyDoWhereAnIndexIsStillToCome) {
  const auto reads = [](int64_t) { return Read{70000, 70000}; };
  EXPECT_EQ(run(10, reads,
                [](int64_t row) {
                  const uint64_t place = row < 7 ? 1000 : 80000;
                  return Read{place, place};
                }),
            "0-6 | 7-9");
}

TEST_F(Rows, ThatAllDependOnOneAnotherRunBehind) {
  EXPECT_EQ(run(10, [](int64_t) { return Read{200000, 200000}; }), "| 0-9");
}

TEST_F(Rows, AddressesThatWrapAroundMeetEverything) {
  EXPECT_EQ(run(3, [](int64_t row) { return row == 1 ? Read{8, UINT64_MAX} : Read{8, 8}; }),
            "0-0 | 1-2");
}

TEST_F(Rows, RoomIsFoundBetweenMessages) {
  coming_ = {{1, 10}, {80000, 80800}, {90000, 90800}};
  EXPECT_EQ(run(300, [](int64_t) { return Read{80800, 89992}; }), "0-255 256-299 |");
  EXPECT_EQ(plan_.lowest_free(kVector), 80800u);
  EXPECT_EQ(plan_.highest_free(kVector), 89992u);
}

}  // namespace
}  // namespace bamboo::overlap
