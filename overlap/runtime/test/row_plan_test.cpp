// SPDX-License-Identifier: Apache-2.0
// Which rows run before the messages, and which behind them.
#include "runtime/splitting/row_plan.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bamboo::overlap {
namespace {

constexpr unsigned columns_array = 0, vector_array = 1;

/// Rows with an index at 1000 + 4 * row, and a vector, of which each row reads as `reads` says.
class Rows : public testing::Test {
 protected:
  using Read = RowReach;
  static constexpr Read nothing{UINT64_MAX, 0};

  Rows() {
    plan_.add_access(4, AccessKind::Index);
    plan_.add_access(8, AccessKind::Indirect);
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
    return executed([&](int64_t row) {
      note(columns_array, row, columns(row));
      if (!gathers_) note(vector_array, row, reads(row));
      return true;
    });
  }

  /// Like above; `read` reports the accesses of a row, or returns false where no more may be read.
  std::string executed(const std::function<bool(int64_t)>& read) {
    const std::string before = executed_below(INT64_MAX, read);
    return before + "|" + left();
  }

  /// The rows that a piece executes.
  std::string executed_below(int64_t limit, const std::function<bool(int64_t)>& read) {
    std::string text;
    while (plan_.next_chunk(limit)) {
      for (int64_t row = plan_.first(); row < plan_.end() && read(row);) ++row;
      while (plan_.next_run()) text += text_of(plan_.first(), plan_.end()) + " ";
    }
    return text;
  }

  /// The rows behind the messages.
  std::string left() {
    plan_.end_search();
    std::string text;
    for (const RowRange& rows : plan_.found().behind) text += " " + text_of(rows.first, rows.end);
    return text;
  }

  static std::string text_of(int64_t first, int64_t end) {
    return std::to_string(first) + "-" + std::to_string(end - 1);
  }

  void note(unsigned access, int64_t row, const RowReach& reach) {
    plan_.noted(access)[row - plan_.first()] = reach;
  }

  RowPlan plan_;
  bool gathers_ = false;
  std::vector<AddressRange> coming_ = {{80000, 80800}, {80800, 81600}}, own_ = {{200000, 280000}};
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
  plan_.add_access(4, AccessKind::Index);
  plan_.add_access(8, AccessKind::Indirect);
  EXPECT_EQ(run(4, [](int64_t row) { return row == 2 ? Read{81599, 81599} : Read{81600, 90000}; }),
            "0-1 3-3 | 2-2");
}

TEST_F(Rows, ARowWithoutElementsReadsNothing) {
  EXPECT_EQ(run(3, [](int64_t) { return nothing; }, [](int64_t) { return nothing; }), "0-2 |");
}

TEST_F(Rows, AllOfThemMayRunBehind) {
  EXPECT_EQ(run(600, [](int64_t) { return Read{80000, 80000}; }), "| 0-599");
}

TEST_F(Rows, WhereNothingComesAllRunBefore) {
  coming_.clear();
  EXPECT_EQ(run(600, [](int64_t) { return Read{80000, 80000}; }), "0-255 256-511 512-599 |");
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

/// Row `i` reads element `i` of a vector and writes element `i` of another one at 300000, or where
/// `writes` says.
class ScatteredRows : public Rows {
 protected:
  ScatteredRows() { plan_.add_access(8, AccessKind::Scattered); }

  std::string run(int64_t rows, const std::function<uint64_t(int64_t)>& reads,
                  const std::function<uint64_t(int64_t)>& writes) {
    plan_.begin(rows, coming_, own_, held_, linear_);
    return executed([&](int64_t row) {
      note(vector_array, row, {reads(row), reads(row)});
      note(2, row, {writes(row), writes(row)});
      return true;
    });
  }
  static uint64_t own_element(int64_t row) { return 300000 + 8 * static_cast<uint64_t>(row); }

  std::vector<AddressRange> held_ = {{400000, 400008}}, linear_ = {{500000, 500800}};
};

TEST_F(ScatteredRows, ThoseThatReadOfMessagesRunBehindThem) {
  const auto reads = [](int64_t row) -> uint64_t { return row == 2 ? 80000 : 70000; };
  EXPECT_EQ(run(300, reads, own_element), "0-1 3-255 256-299 | 2-2");
}

TEST_F(ScatteredRows, ALaterRowThatWritesTheSameElementRunsBehind) {
  const auto reads = [](int64_t row) -> uint64_t { return row == 2 ? 80000 : 70000; };
  EXPECT_EQ(run(300, reads, [](int64_t row) { return own_element(row == 280 ? 2 : row); }),
            "0-1 3-255 256-279 281-299 | 2-2 280-280");
}

TEST_F(ScatteredRows, ThoseThatWriteWhereAMessageIsReadOrComesRunBehind) {
  const auto reads = [](int64_t) -> uint64_t { return 70000; };
  EXPECT_EQ(run(9, reads,
                [](int64_t row) -> uint64_t {
                  if (row == 3) return 400000;
                  return row == 5 ? 80000 : own_element(row);
                }),
            "0-2 4-4 6-8 | 3-3 5-5");
}

TEST_F(ScatteredRows, FromTheFirstOneOnThatWritesMemoryOfALinearAccessAllKeepTheirOrder) {
  const auto reads = [](int64_t) -> uint64_t { return 70000; };
  EXPECT_EQ(run(300, reads, [](int64_t row) { return row == 270 ? 500000 : own_element(row); }),
            "0-255 256-269 | 270-299");
}

/// Rows that ask before they read their index. Rows that are not read report nothing.
class CheckedRows : public Rows {
 protected:
  CheckedRows() {
    plan_ = {};
    plan_.add_access(4, AccessKind::Checked);
    plan_.add_access(8, AccessKind::Indirect);
  }

  std::string run(int64_t rows, const std::function<uint64_t(int64_t)>& index) {
    plan_.begin(rows, coming_, own_);
    return executed([&](int64_t row) {
      if (!plan_.may_read(row, index(row), 4)) return false;
      note(columns_array, row, {index(row), index(row)});
      note(vector_array, row, {70000, 70000});
      return true;
    });
  }
};

TEST_F(CheckedRows, RunWhereNothingComes) {
  EXPECT_EQ(run(300, [](int64_t row) { return 1000 + 4 * static_cast<uint64_t>(row); }),
            "0-255 256-299 |");
  EXPECT_EQ(plan_.indices(), (std::vector<AddressRange>{{1000, 1000 + 4 * 300}}));
}

TEST_F(CheckedRows, RunBehindFromTheFirstOneOnThatMayNotRead) {
  EXPECT_EQ(run(700, [](int64_t row) { return row == 300 ? 81597U : 1000U; }),
            "0-255 256-299 | 300-699");
}

TEST_F(CheckedRows, MayNotReadWhatRowsWrite) {
  EXPECT_EQ(run(700, [](int64_t row) { return row == 256 ? 199997U : 1000U; }), "0-255 | 256-699");
}

TEST_F(CheckedRows, MayAllRunBehind) {
  EXPECT_EQ(run(600, [](int64_t) { return 80000; }), "| 0-599");
  EXPECT_EQ(plan_.indices(), (std::vector<AddressRange>{}));
}

TEST_F(CheckedRows, AreComparedWhereTheyMayNotReadToo) {
  const auto compared = [&](uint64_t last) {
    run(3, [&](int64_t row) { return row == 2 ? last : 1000U; });
    return plan_.found().compared;
  };
  EXPECT_EQ(compared(81597),
            (std::vector<AddressRange>{{1000, 1004}, {70000, 70008}, {81597, 81601}}));
}

TEST_F(CheckedRows, ReadNothingWhereRowsAreKnown) {
  const FoundRows found{{{0, 3}}, {}, {}};
  plan_.begin_with(found);
  ASSERT_TRUE(plan_.next_chunk());
  EXPECT_FALSE(plan_.may_read(0, 1000, 4));
  ASSERT_TRUE(plan_.next_run());
  EXPECT_EQ(plan_.end(), 3);
  EXPECT_FALSE(plan_.next_run());
  EXPECT_FALSE(plan_.next_chunk());
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
}

TEST_F(Rows, ThatAreKnownRunAsBeforeAndOneIsGoneThrough) {
  run(600, [](int64_t row) { return row % 300 == 7 ? Read{80000, 80000} : Read{70000, 70000}; });
  const FoundRows found = plan_.found();
  EXPECT_EQ(plan_.indices(), (std::vector<AddressRange>{{1000, 1000 + 4 * 600}}));
  RowPlan again;
  again.add_access(4, AccessKind::Index);
  again.begin_with(found);
  ASSERT_TRUE(again.next_chunk());
  EXPECT_EQ(again.first(), again.end());
  std::vector<RowRange> ran;
  while (again.next_run()) ran.push_back({again.first(), again.end()});
  EXPECT_FALSE(again.next_chunk());
  ASSERT_EQ(ran.size(), 3U);
  EXPECT_EQ(ran[0].end, 7);
  EXPECT_EQ(ran[1].first, 8);
  EXPECT_EQ(ran[1].end, 307);
  EXPECT_EQ(ran[2].end, 600);
  EXPECT_EQ(again.found().behind.size(), 2U);
}

TEST_F(Rows, AreComparedWithAllThatTheyRead) {
  run(600, [](int64_t row) {
    return row == 7 ? nothing : Read{70000 + static_cast<uint64_t>(row), 79990};
  });
  EXPECT_EQ(plan_.found().compared, (std::vector<AddressRange>{{1000, 3400}, {70000, 79998}}));
}

TEST_F(Rows, ThatNoPieceComesToRunBehind) {
  const auto read = [&](int64_t row) {
    const uint64_t place = row == 2 ? 80000 : 70000;
    note(columns_array, row, {1000, 1000});
    note(vector_array, row, {place, place});
    return true;
  };
  plan_.begin(700, coming_, own_);
  EXPECT_EQ(executed_below(1, read), "0-0 ");
  EXPECT_EQ(executed_below(300, read), "1-1 3-256 257-299 ");
  EXPECT_EQ(left(), " 2-2 300-699");
}

TEST_F(Rows, ThatReadIndicesFarFromOneAnotherReadMuchElse) {
  const auto reads = [](int64_t) { return Read{70000, 70000}; };
  run(600, reads, [](int64_t row) {
    const auto place = static_cast<uint64_t>(100000000 + 64 * row);
    return Read{place, place};
  });
  EXPECT_EQ(plan_.indices(), std::nullopt);
}

/// Rows of a matrix whose elements are found at 8 bytes for each index, from 10000 on.
template <class Index>
class GatheredRows : public Rows {
 protected:
  static constexpr IndexType type = sizeof(Index) == 8        ? IndexType::Bits64
                                    : std::is_signed_v<Index> ? IndexType::Signed32
                                                              : IndexType::Unsigned32;
  static constexpr int64_t base_address = 10000;

  GatheredRows() { use(base_address, 8); }

  void use(int64_t base, int64_t scale) {
    plan_ = {};
    plan_.add_access(sizeof(Index), AccessKind::Index);
    plan_.add_gather(8, {columns_array, type, base, scale});
    gathers_ = true;
  }

  /// Each row's indices follow those of the row before it, after `gap`.
  std::string run(const std::vector<std::vector<Index>>& rows, size_t gap = 0) {
    std::vector<Index> all;
    std::vector<std::pair<size_t, size_t>> places;
    for (const std::vector<Index>& row : rows) {
      places.emplace_back(all.size(), all.size() + row.size());
      all.insert(all.end(), row.begin(), row.end());
      all.insert(all.end(), gap, Index{8750});  // of the message; no row's
    }
    const auto address = [&](size_t place) {
      return reinterpret_cast<uint64_t>(all.data() + place);
    };
    return Rows::run(
        static_cast<int64_t>(rows.size()), [](int64_t) { return nothing; },
        [&](int64_t row) {
          const auto [first, end] = places[static_cast<size_t>(row)];
          return first == end ? nothing : Read{address(first), address(end - 1)};
        });
  }

  /// So many rows of `length` indices, none of which is received: 80000 is that of 8750.
  static std::vector<std::vector<Index>> rows(size_t count, size_t length) {
    std::vector<std::vector<Index>> all(count);
    for (size_t row = 0; row < count; ++row)
      for (size_t i = 0; i < length; ++i)
        all[row].push_back(static_cast<Index>((row * 31 + i * 7) % 8000));
    return all;
  }
};

using Indices = testing::Types<int32_t, uint32_t, int64_t>;
TYPED_TEST_SUITE(GatheredRows, Indices);

TYPED_TEST(GatheredRows, RunBehindMessagesWhereAnyOfTheirIndicesIsOfOne) {
  for (const size_t gap : {0, 3})
    for (size_t place = 0; place < 41; ++place) {
      auto rows = this->rows(300, 41);
      rows[7][place] = 8750;
      rows[299][40 - place] = 8949;
      EXPECT_EQ(this->run(rows, gap), "0-6 8-255 256-298 | 7-7 299-299");
      rows[7][place] = 8749;
      rows[299].assign(41, 8950);
      this->use(this->base_address, 8);
      EXPECT_EQ(this->run(rows, gap), "0-255 256-299 |");
      this->use(this->base_address, 8);
    }
}

TYPED_TEST(GatheredRows, RowsWithoutIndicesReadNothing) {
  auto rows = this->rows(20, 3);
  for (const size_t row : {0, 7, 8, 19}) rows[row].clear();
  rows[9] = {8750};
  EXPECT_EQ(this->run(rows), "0-8 10-19 | 9-9");
  EXPECT_EQ(this->plan_.found().compared.front().end, 80008U);
}

TYPED_TEST(GatheredRows, IndicesMayGoBackwards) {
  this->use(160000, -8);
  auto rows = this->rows(10, 3);
  rows[4][1] = 9999;  // at 80008
  EXPECT_EQ(this->run(rows), "0-3 5-9 | 4-4");
}

TYPED_TEST(GatheredRows, FromTheFirstOneOnThatReadsWhatRowsWriteAllKeepTheirOrder) {
  auto rows = this->rows(600, 5);
  rows[2][0] = 8750;
  rows[300][4] = 23750;
  EXPECT_EQ(this->run(rows), "0-1 3-255 256-299 | 2-2 300-599");
}

TYPED_TEST(GatheredRows, TheLeastIndexMayBeFarFromZero) {
  this->use(80 - 8 * 1000000, 8);
  auto rows = this->rows(10, 3);
  for (auto& row : rows)
    for (TypeParam& index : row) index += 1000000;
  rows[4][1] = 1009990;  // at 80000
  EXPECT_EQ(this->run(rows), "0-3 5-9 | 4-4");
  rows[4][1] = 999989;  // at -8
  this->use(80 - 8 * 1000000, 8);
  EXPECT_EQ(this->run(rows), "0-3 | 4-9");
}

TYPED_TEST(GatheredRows, AnAddressThatWrapsAroundMeetsEverything) {
  this->use(4, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(this->run({{0}, {3}, {0}}), "0-0 | 1-2");
}

TYPED_TEST(GatheredRows, IndicesThatAreStillToComeAreNotRead) {
  // There is no memory at 80000.
  const TypeParam index = 5;
  const auto here = reinterpret_cast<uint64_t>(&index);
  EXPECT_EQ(
      this->Rows::run(
          9, [](int64_t) { return Rows::Read{}; },
          [&](int64_t row) { return row < 4 ? Rows::Read{here, here} : Rows::Read{80000, 80000}; }),
      "0-3 | 4-8");
}

TEST(IndexExtremes, AreOfTheIndexAsItsTypeSays) {
  const std::vector<int32_t> some = {-1, 7, -5, 3};
  const auto address = reinterpret_cast<uint64_t>(some.data());
  IndexExtremes found;
  widen(found, IndexType::Signed32, address, 0);
  EXPECT_TRUE(found.is_empty());
  widen(found, IndexType::Signed32, address, 4);
  EXPECT_EQ(found.least, -5);
  EXPECT_EQ(found.greatest, 7);
  found = {};
  widen(found, IndexType::Unsigned32, address, 4);
  EXPECT_EQ(found.least, 3);
  EXPECT_EQ(found.greatest, 0xffffffff);
}

}  // namespace
}  // namespace bamboo::overlap
