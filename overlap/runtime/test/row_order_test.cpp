// SPDX-License-Identifier: Apache-2.0
// Rows that write at addresses of their own keep the order that counts.
#include "runtime/splitting/row_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bamboo::overlap {
namespace {

class Order : public testing::Test {
 protected:
  static RowTouch read(uint64_t first, uint64_t end) { return {{first, end}, false}; }
  static RowTouch write(uint64_t first, uint64_t end) { return {{first, end}, true}; }

  RowOrder order_{{{500, 600}}, {{1000, 1100}}};  // read between the parts; linear
};

TEST_F(Order, ARowThatNeedsNoMessageRunsBefore) {
  EXPECT_EQ(order_.place_of({read(0, 8), write(8, 16)}, false), RowPlace::Before);
}

TEST_F(Order, ARowThatNeedsAMessageWaits) {
  EXPECT_EQ(order_.place_of({read(0, 8), write(8, 16)}, true), RowPlace::Behind);
}

TEST_F(Order, ARowDoesNotReadWhatARowBehindWrites) {
  order_.place_of({write(8, 16)}, true);
  EXPECT_EQ(order_.place_of({read(15, 23), write(40, 48)}, false), RowPlace::Behind);
  EXPECT_EQ(order_.place_of({read(16, 24), write(48, 56)}, false), RowPlace::Before);
}

TEST_F(Order, ARowDoesNotWriteWhatARowBehindTouches) {
  order_.place_of({read(0, 8), write(8, 16)}, true);
  EXPECT_EQ(order_.place_of({write(0, 4)}, false), RowPlace::Behind);
  EXPECT_EQ(order_.place_of({write(12, 20)}, false), RowPlace::Behind);
  EXPECT_EQ(order_.place_of({write(20, 24)}, false), RowPlace::Before);
}

TEST_F(Order, ARowThatWaitsForItsOrderLetsOthersWait) {
  order_.place_of({write(8, 16)}, true);
  order_.place_of({read(8, 16), write(16, 24)}, false);
  EXPECT_EQ(order_.place_of({read(16, 24), write(24, 32)}, false), RowPlace::Behind);
}

TEST_F(Order, ARowDoesNotWriteWhatIsReadBetweenTheParts) {
  EXPECT_EQ(order_.place_of({read(592, 608)}, false), RowPlace::Before);
  EXPECT_EQ(order_.place_of({write(592, 608)}, false), RowPlace::Behind);
}

TEST_F(Order, NoRowRunsBeforeFromOneThatWritesMemoryOfALinearAccess) {
  EXPECT_EQ(order_.place_of({write(1096, 1104)}, false), RowPlace::WithAllLaterOnes);
}

TEST_F(Order, ManyRangesBecomeOne) {
  for (uint64_t row = 0; row < 200; ++row)
    order_.place_of({write(2000 + 16 * row, 2008 + 16 * row)}, true);
  EXPECT_EQ(order_.place_of({read(2000, 2008)}, false), RowPlace::Behind);
  EXPECT_EQ(order_.place_of({read(2008, 2016)}, false), RowPlace::Behind);  // between two of them
  EXPECT_EQ(order_.place_of({read(1992, 2000)}, false), RowPlace::Before);
}

}  // namespace
}  // namespace bamboo::overlap
