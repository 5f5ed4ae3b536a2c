// SPDX-License-Identifier: Apache-2.0
// The core of a staged exchange, which runs in pieces. What of it has not run is in the rest.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "described_nest.h"
#include "runtime/splitting/nest_trial.h"
#include "runtime/splitting/split_nest.h"

namespace bamboo::overlap {
namespace {

constexpr uint64_t down = 40, across = 8, cell = 8;

/// A nest over 40 x 8 cells behind a touch of the first column. It counts how often each is
/// computed.
class SplitPieces : public testing::Test {
 protected:
  SplitPieces() {
    nest_choice() = NestChoice::Split;
    split = bamboo_split_begin(&site);
    const AccessShape cells{.kind = AccessKind::Written, .loops = {0, 1}};
    describe(split, {{{.may_cut = true}, {.may_cut = true}}, {cells}},
             std::to_array<uint64_t>({down, across, cell, 1000, across * cell, cell}));
    bamboo_split_touch_run(split, 0, 1000, cell, across * cell, down, 1);
    EXPECT_EQ(bamboo_split_core(split), 1);
  }

  void compute() {
    ++parts;
    for (uint64_t row = bamboo_split_first(split, 0);
         row < std::min(down, bamboo_split_end(split, 0)); ++row)
      for (uint64_t column = bamboo_split_first(split, 1);
           column < std::min(across, bamboo_split_end(split, 1)); ++column)
        ++computed[row][column];
  }

  static void piece(void* values) {
    auto& test = *static_cast<SplitPieces*>(values);
    test.compute();
    std::this_thread::sleep_for(test.takes);
  }

  void rest() {
    parts = 0;
    split = bamboo_split_rest_plan(split, 0);
    while (bamboo_split_rest(split) != 0) compute();
    for (const auto& row : computed)
      for (const int times : row) EXPECT_EQ(times, 1);
  }

  bamboo_split_site site = {};
  bamboo_split* split;
  std::array<std::array<int, across>, down> computed = {};
  int parts = 0;
  std::chrono::microseconds takes{0};
};

TEST_F(SplitPieces, AllOfTheCoreRuns) {
  bamboo_split_offer(split, piece, this);
  while (bamboo_split_run_piece(split, 0) != 0) {
  }
  for (const auto& row : computed) EXPECT_EQ(row[0], 0);
  rest();
  EXPECT_EQ(parts, 1);
}

TEST_F(SplitPieces, ShortPiecesBecomeLonger) {
  bamboo_split_offer(split, piece, this);
  while (bamboo_split_run_piece(split, 0) != 0) {
  }
  EXPECT_LT(parts, 10);
  rest();
}

TEST_F(SplitPieces, LongPiecesStayOneRow) {
  takes = std::chrono::microseconds(200);
  bamboo_split_offer(split, piece, this);
  while (bamboo_split_run_piece(split, 0) != 0) {
  }
  EXPECT_EQ(parts, static_cast<int>(down));
  rest();
}

TEST_F(SplitPieces, PiecesAreLongWhereAQueryTakesLong) {
  takes = std::chrono::microseconds(200);
  bamboo_split_offer(split, piece, this);
  while (bamboo_split_run_piece(split, 2'000'000) != 0) {
  }
  EXPECT_LT(parts, 10);
  rest();
}

TEST_F(SplitPieces, WhatHasNotRunIsInTheRest) {
  bamboo_split_offer(split, piece, this);
  EXPECT_EQ(bamboo_split_run_piece(split, 0), 1);
  rest();
}

TEST_F(SplitPieces, WhereNothingHasRunTheRestIsTheNest) {
  bamboo_split_offer(split, piece, this);
  rest();
  EXPECT_EQ(parts, 1);
}

TEST_F(SplitPieces, ACoreThatIsNotOfferedHasNone) {
  compute();
  EXPECT_EQ(bamboo_split_run_piece(split, 0), 0);
  rest();
}

}  // namespace
}  // namespace bamboo::overlap
