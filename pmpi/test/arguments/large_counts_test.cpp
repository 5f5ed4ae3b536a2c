// SPDX-License-Identifier: Apache-2.0
#include "arguments/large_counts.h"

#include <gtest/gtest.h>

namespace bamboo::plans::pmpi {
namespace {

constexpr MPI_Count two_gib = MPI_Count{1} << 31;

TEST(SmallCount, IsOneOfFewBytes) {
  EXPECT_EQ(small_count(0, MPI_INT), 0);
  EXPECT_EQ(small_count(two_gib - 1, MPI_BYTE), INT_MAX);
  EXPECT_FALSE(small_count(two_gib, MPI_BYTE));
  EXPECT_EQ(small_count(two_gib / 8 - 1, MPI_DOUBLE), INT_MAX / 8);
}

/// Processes of one call may have other types: bytes and doubles.
TEST(SmallCount, IsOneForAllProcesses) {
  for (const MPI_Count bytes : {two_gib - 8, two_gib, 8 * two_gib})
    EXPECT_EQ(small_count(bytes, MPI_BYTE).has_value(),
              small_count(bytes / 8, MPI_DOUBLE).has_value());
}

TEST(SmallCount, IsNoneThatMpiRefuses) {
  EXPECT_FALSE(small_count(-1, MPI_INT));
  EXPECT_FALSE(small_count(1, MPI_DATATYPE_NULL));
}

TEST(SmallCount, OfNothingIsAnyCount) {
  MPI_Datatype empty;
  PMPI_Type_contiguous(0, MPI_INT, &empty);
  PMPI_Type_commit(&empty);
  EXPECT_EQ(small_count(two_gib * two_gib / 4, empty), 0);
  PMPI_Type_free(&empty);
}

TEST(SmallCounts, HaveFewBytesTogether) {
  const MPI_Count few[] = {1, 0, 2}, many[] = {two_gib / 8, two_gib / 8, 0}, wrong[] = {1, -1, 1};
  EXPECT_EQ(small_counts(few, 3, MPI_INT), (std::vector{1, 0, 2}));
  EXPECT_TRUE(small_counts(many, 3, MPI_DOUBLE).empty());
  EXPECT_EQ(small_counts(many, 3, MPI_BYTE).size(), 3u);
  EXPECT_TRUE(small_counts(wrong, 3, MPI_INT).empty());
  EXPECT_TRUE(small_counts(nullptr, 3, MPI_INT).empty());
}

}  // namespace
}  // namespace bamboo::plans::pmpi
