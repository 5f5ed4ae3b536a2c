// SPDX-License-Identifier: Apache-2.0
// Groups against sets of numbers.
#include "comm/group.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <numeric>
#include <random>

#include "support/error_class.h"

namespace bamboo::mpi {
namespace {

using test::error_class;

using List = std::vector<TaskId>;

List members(const Group& group) {
  List list;
  for (int r = 0; r < group.size(); r++) list.push_back(group.world_rank(r));
  return list;
}

class RandomGroups : public testing::TestWithParam<unsigned> {
 protected:
  List list() {
    List all(number(0, 12));
    std::iota(all.begin(), all.end(), 0);
    if (number(0, 1)) std::ranges::shuffle(all, random_);
    all.resize(number(0, static_cast<int>(all.size())));
    return all;
  }
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::mt19937 random_{GetParam()};
};

bool contains(const List& list, TaskId m) {
  return std::ranges::find(list, m) != list.end();
}

TEST_P(RandomGroups, AreSets) {
  for (int i = 0; i < 200; i++) {
    const List a = list(), b = list();
    const GroupRef ga = Group::of(a), gb = Group::of(b);
    EXPECT_EQ(members(*ga), a);
    List both, only, all = a;
    for (const TaskId m : a) (contains(b, m) ? both : only).push_back(m);
    for (const TaskId m : b)
      if (!contains(a, m)) all.push_back(m);
    EXPECT_EQ(members(*unite(*ga, *gb)), all);
    EXPECT_EQ(members(*intersect(*ga, *gb)), both);
    EXPECT_EQ(members(*subtract(*ga, *gb)), only);
    List sorted_a = a, sorted_b = b;
    std::ranges::sort(sorted_a);
    std::ranges::sort(sorted_b);
    EXPECT_EQ(compare(*ga, *gb), a == b                 ? MPI_IDENT
                                 : sorted_a == sorted_b ? MPI_SIMILAR
                                                        : MPI_UNEQUAL);
    for (TaskId m = -1; m < 14; m++) {
      const auto at = std::ranges::find(a, m);
      EXPECT_EQ(ga->rank_of(m), at == a.end() ? -1 : at - a.begin());
    }
  }
}

TEST_P(RandomGroups, IncludeAndExclude) {
  for (int i = 0; i < 200; i++) {
    const List a = list();
    const GroupRef group = Group::of(a);
    std::vector<int> ranks(a.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::ranges::shuffle(ranks, random_);
    ranks.resize(number(0, static_cast<int>(a.size())));
    List in, out;
    for (const int r : ranks) in.push_back(a[r]);
    for (int r = 0; r < static_cast<int>(a.size()); r++)
      if (std::ranges::find(ranks, r) == ranks.end()) out.push_back(a[r]);
    EXPECT_EQ(members(*include(*group, ranks)), in);
    EXPECT_EQ(members(*exclude(*group, ranks)), out);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGroups, testing::Range(0u, 5u));

TEST(Group, RangesGoUpAndDown) {
  const GroupRef world = Group::world(10);
  const int up[][3] = {{1, 7, 3}, {9, 8, -1}};
  EXPECT_EQ(expand_ranges(*world, up), (std::vector<int>{1, 4, 7, 9, 8}));
  const int empty[][3] = {{5, 2, 1}};
  EXPECT_TRUE(expand_ranges(*world, empty).empty());
}

TEST(Group, LastOfARangeOnlyBoundsIt) {
  const GroupRef world = Group::world(4);
  const int up[][3] = {{0, 5, 3}}, down[][3] = {{2, -1, -2}};
  EXPECT_EQ(expand_ranges(*world, up), (std::vector<int>{0, 3}));
  EXPECT_EQ(expand_ranges(*world, down), (std::vector<int>{2, 0}));
  const int beyond[][3] = {{0, INT_MAX, 1}};
  EXPECT_EQ(error_class([&] { expand_ranges(*world, beyond); }), MPI_ERR_RANK);
}

TEST(Group, WrongRanksAreErrors) {
  const GroupRef world = Group::world(4);
  EXPECT_EQ(error_class([&] { check_ranks(*world, std::vector{0, 4}); }), MPI_ERR_RANK);
  EXPECT_EQ(error_class([&] { check_ranks(*world, std::vector{-1}); }), MPI_ERR_RANK);
  EXPECT_EQ(error_class([&] { check_ranks(*world, std::vector{2, 1, 2}); }), MPI_ERR_RANK);
  EXPECT_EQ(error_class([&] { check_ranks(*world, std::vector{3, 0}); }), MPI_SUCCESS);
  const int still[][3] = {{0, 3, 0}};
  EXPECT_EQ(error_class([&] { expand_ranges(*world, still); }), MPI_ERR_ARG);
  const int twice[][3] = {{0, 2, 1}, {2, 3, 1}};
  EXPECT_EQ(error_class([&] { expand_ranges(*world, twice); }), MPI_ERR_RANK);
}

TEST(Group, Handles) {
  EXPECT_EQ(group_ref(MPI_GROUP_EMPTY)->size(), 0);
  EXPECT_EQ(new_handle(Group::of({})), MPI_GROUP_EMPTY);
  EXPECT_EQ(error_class([] { group_ref(MPI_GROUP_NULL); }), MPI_ERR_GROUP);
  const MPI_Group handle = new_handle(Group::of({3, 1}));
  EXPECT_EQ(group_ref(handle)->world_rank(0), 3);
  free_handle(handle);
  EXPECT_EQ(error_class([&] { group_ref(handle); }), MPI_ERR_GROUP);
}

TEST(Group, TheWorldTakesNoMemoryPerRank) {
  EXPECT_TRUE(Group::world(1 << 20)->identity());
  List all(1000);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_TRUE(Group::of(all)->identity());
  std::swap(all[0], all[1]);
  EXPECT_FALSE(Group::of(all)->identity());
}

}  // namespace
}  // namespace bamboo::mpi
