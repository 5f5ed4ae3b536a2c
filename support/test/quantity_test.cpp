// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/quantity.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

TEST(Quantity, ReadsSizes) {
  EXPECT_EQ(parse_size("0"), 0u);
  EXPECT_EQ(parse_size("65000"), 65000u);
  EXPECT_EQ(parse_size("7B"), 7u);
  for (const char* text : {"64K", "64k", "64KB", "64KiB", "64kB", "65536"})
    EXPECT_EQ(parse_size(text), 65536u) << text;
  EXPECT_EQ(parse_size("1.5M"), 1572864u);
  EXPECT_EQ(parse_size("3G"), 3ull << 30);
}

TEST(Quantity, RefusesWhatIsNoSize) {
  for (const char* text :
       {"", "K", "M", "-1", "+1", " 1", "1 M", "64 K", "1Q", "1KM", "0x10", "1e3", "1.5", "0.3K",
        "1e400", "nan", "inf", "18014398509481984K", "99999999999999999999"})
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
}

TEST(Quantity, ReadsDurations) {
  EXPECT_EQ(parse_duration("2s"), 2);
  EXPECT_DOUBLE_EQ(*parse_duration("1.5ms"), 1.5e-3);
  EXPECT_DOUBLE_EQ(*parse_duration("25us"), 25e-6);
  EXPECT_DOUBLE_EQ(*parse_duration("300ns"), 300e-9);
  for (const char* text : {"", "2", "s", "-1s", "1 s", "1m"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
}

TEST(Quantity, ReadsWholeNumbersWithinLimits) {
  EXPECT_EQ(parse_whole<int>("42"), 42);
  EXPECT_EQ(parse_whole<int>("1", 1, 1), 1);
  EXPECT_EQ(parse_whole<int>("-3", -5), -3);
  for (const char* text : {"", "x", "4x", "4.5", "0", "11", "99999999999"})
    EXPECT_EQ(parse_whole<int>(text, 1, 10), std::nullopt) << text;
}

TEST(Quantity, ReadsNumbers) {
  EXPECT_EQ(parse_number("0.5"), 0.5);
  for (const char* text : {"", "-1", "inf", "nan", "1s"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace bamboo::support
