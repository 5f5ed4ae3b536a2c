// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

using namespace bamboo;

TEST(Geometry, NumbersTasksRowMajor) {
  const Geometry geometry({2, 3, 4}, {false, false, false});
  TaskId expected = 0;
  for (int x = 0; x < 2; ++x) {
    for (int y = 0; y < 3; ++y) {
      for (int z = 0; z < 4; ++z, ++expected) {
        EXPECT_EQ(geometry.at({x, y, z}), expected);
        EXPECT_EQ(geometry.coordinates(expected), (std::vector<int>{x, y, z}));
      }
    }
  }
  EXPECT_EQ(geometry.size(), 24);
}

TEST(Geometry, EndsAtEdgesUnlessPeriodic) {
  const Geometry geometry({3, 4}, {false, true});
  EXPECT_EQ(geometry.at({-1, 0}), -1);
  EXPECT_EQ(geometry.at({3, 0}), -1);
  EXPECT_EQ(geometry.at({1, -1}), 7);
  EXPECT_EQ(geometry.at({1, 9}), 5);
  EXPECT_EQ(geometry.neighbour(0, 0, -1), -1);
  EXPECT_EQ(geometry.neighbour(0, 0, -1, true), 8);
  EXPECT_EQ(geometry.neighbour(0, 1, -1), 3);
  EXPECT_EQ(geometry.neighbour(5, 0, 1), 9);
}

TEST(Geometry, ParsesWhatItPrintsAndRefusesTheRest) {
  const Geometry geometry = Geometry::parse("4x2x1");
  EXPECT_EQ(geometry.dimension(), 3);
  EXPECT_EQ(geometry.size(), 8);
  for (const char* bad : {"", "x", "4x", "x4", "4x0", "-1x2", "4,2", "4x2 ", "99999x99999"}) {
    EXPECT_THROW(Geometry::parse(bad), std::invalid_argument) << bad;
  }
}

TEST(BalancedDims, AgreesWithOpenMpiAndMpich) {
  // The values that MPI_Dims_create of Open MPI 4.1 and of MPICH 4.0 both return.
  struct Case {
    int size;
    std::vector<int> dims;
  };
  for (const Case& c : {Case{1, {1, 1}},
                        {2, {2, 1}},
                        {4, {2, 2}},
                        {6, {3, 2}},
                        {7, {7, 1}},
                        {12, {4, 3}},
                        {16, {4, 4}},
                        {48, {8, 6}},
                        {8, {2, 2, 2}},
                        {12, {3, 2, 2}},
                        {16, {4, 2, 2}},
                        {24, {4, 3, 2}},
                        {36, {4, 3, 3}},
                        {64, {4, 4, 4}},
                        {72, {6, 4, 3}},
                        {360, {10, 6, 6}},
                        {1008, {12, 12, 7}},
                        {6552, {24, 21, 13}},
                        {16, {2, 2, 2, 2}}}) {
    std::vector<int> dims(c.dims.size(), 0);
    balanced_dims(c.size, dims);
    EXPECT_EQ(dims, c.dims) << c.size;
  }
}

TEST(BalancedDims, IsNonIncreasingAndMakesTheSize) {
  for (int size = 1; size <= 500; ++size) {
    for (int n = 1; n <= 4; ++n) {
      std::vector<int> dims(n, 0);
      balanced_dims(size, dims);
      EXPECT_EQ(std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>()), size);
      EXPECT_TRUE(std::is_sorted(dims.rbegin(), dims.rend())) << size;
    }
  }
}

TEST(BalancedDims, KeepsGivenExtents) {
  std::vector<int> dims{0, 3, 0};
  balanced_dims(24, dims);
  EXPECT_EQ(dims, (std::vector<int>{4, 3, 2}));
  std::vector<int> wrong{0, 5};
  EXPECT_THROW(balanced_dims(24, wrong), std::invalid_argument);
  std::vector<int> fixed{2, 3};
  EXPECT_THROW(balanced_dims(24, fixed), std::invalid_argument);
  std::vector<int> negative{-1, 3};
  EXPECT_THROW(balanced_dims(24, negative), std::invalid_argument);
}
