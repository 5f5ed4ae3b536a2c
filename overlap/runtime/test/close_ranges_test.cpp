// SPDX-License-Identifier: Apache-2.0
#include "runtime/splitting/close_ranges.h"

#include <gtest/gtest.h>

#include <vector>

namespace bamboo::overlap {
namespace {

using Ranges = std::vector<AddressRange>;
constexpr uint64_t far = 4096;

CloseRanges of(const Ranges& areas) {
  CloseRanges all;
  for (const AddressRange& area : areas) all.add(area);
  return all;
}

TEST(CloseRanges, AreasThatAreNearShareOne) {
  EXPECT_EQ(
      of({{1000, 1100}, {1128, 1200}, {1200, 1210}, {1210 + CloseRanges::near, 1400}}).ranges(),
      (Ranges{{1000, 1400}}));
  EXPECT_EQ(of({{1000, 1100}, {1101 + CloseRanges::near, 1400}}).ranges(),
            (Ranges{{1000, 1100}, {1101 + CloseRanges::near, 1400}}));
}

TEST(CloseRanges, AreAscendingInAnyOrderOfAreas) {
  EXPECT_EQ(of({{9000, 9100}, {1000, 1100}, {5000, 5100}, {1100, 1200}, {4950, 5000}}).ranges(),
            (Ranges{{1000, 1200}, {4950, 5100}, {9000, 9100}}));
}

TEST(CloseRanges, AnAreaMayFillTheGapBetweenSeveral) {
  EXPECT_EQ(of({{1000, 1100}, {5000, 5100}, {9000, 9100}, {1050, 9050}}).ranges(),
            (Ranges{{1000, 9100}}));
  EXPECT_EQ(of({{5000, 5100}, {1000, 1100}, {1050, 5200}}).ranges(), (Ranges{{1000, 5200}}));
  EXPECT_EQ(of({{1000, 9000}, {2000, 3000}}).ranges(), (Ranges{{1000, 9000}}));
}

TEST(CloseRanges, EmptyAreasAreNone) {
  EXPECT_TRUE(of({{}, {8, 8}}).ranges().empty());
}

TEST(CloseRanges, TheClosestOnesAreJoinedWhereThereAreMany) {
  Ranges areas;
  for (uint64_t i = 0; i < CloseRanges::most_ranges; ++i) areas.push_back({i * far, i * far + 8});
  EXPECT_EQ(of(areas).ranges(), areas);
  areas.insert(areas.begin() + 3, {3 * far - 1000, 3 * far - 900});
  Ranges joined = areas;
  joined[3].end = joined[4].end;
  joined.erase(joined.begin() + 4);
  EXPECT_EQ(of(areas).ranges(), joined);
  areas.push_back(areas[3]);
  EXPECT_EQ(of(areas).ranges(), joined);
}

TEST(CloseRanges, AllAreasAreInOne) {
  CloseRanges all;
  Ranges areas;
  for (uint64_t i = 0, at = 1; i < 2000; ++i, at = at * 75 % 65537) {
    areas.push_back({at * 512, at * 512 + at % 700 + 1});
    all.add(areas.back());
  }
  EXPECT_LE(all.ranges().size(), CloseRanges::most_ranges);
  for (const AddressRange& area : areas)
    EXPECT_TRUE(std::ranges::any_of(all.ranges(), [&](const AddressRange& one) {
      return one.first <= area.first && area.end <= one.end;
    }));
  for (size_t i = 1; i < all.ranges().size(); ++i)
    EXPECT_LT(all.ranges()[i - 1].end, all.ranges()[i].first);
}

TEST(CloseRanges, ManyThatStayFarApartBecomeOne) {
  CloseRanges all;
  const uint64_t areas = CloseRanges::most_ranges + CloseRanges::most_joins;
  for (uint64_t i = 1; i <= areas; ++i) all.add({i * far, i * far + 8});
  EXPECT_EQ(all.ranges().size(), CloseRanges::most_ranges);
  all.add({(areas + 1) * far, (areas + 1) * far + 8});
  EXPECT_EQ(all.ranges(), (Ranges{{far, (areas + 1) * far + 8}}));
  all.add({8, 16});
  all.add({2 * areas * far, 2 * areas * far + 8});
  EXPECT_EQ(all.ranges(), (Ranges{{8, 2 * areas * far + 8}}));
  EXPECT_FALSE(all.are_dense());
}

TEST(CloseRanges, AreDenseWhereAreasAreHalfOfThem) {
  EXPECT_TRUE(of({{1000, 1100}, {1200, 1300}, {9000, 9100}}).are_dense());
  EXPECT_TRUE(of({}).are_dense());
  EXPECT_FALSE(of({{1000, 1010}, {1100, 1110}}).are_dense());
}

}  // namespace
}  // namespace bamboo::overlap
