// SPDX-License-Identifier: Apache-2.0
#include "topologies/cartesian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

CartesianTopology grid(std::vector<int> dims, std::vector<int> periods) {
  const int ranks = std::accumulate(dims.begin(), dims.end(), 1, std::multiplies<>());
  return make_topology(dims, periods, ranks);
}

std::string error(auto&& body, int expected) {
  try {
    body();
  } catch (const MpiError& e) {
    EXPECT_EQ(e.error_class, expected) << e.what();
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

TEST(Cartesian, RanksAreRowMajor) {
  const CartesianTopology t = grid({2, 3, 4}, {0, 0, 0});
  int rank = 0;
  for (int x = 0; x < 2; x++)
    for (int y = 0; y < 3; y++)
      for (int z = 0; z < 4; z++, rank++) {
        EXPECT_EQ(rank_at(t, std::vector{x, y, z}), rank);
        EXPECT_EQ(coordinates(t, rank), (std::vector{x, y, z}));
      }
}

TEST(Cartesian, CoordinatesWrapOnlyInPeriodicDimensions) {
  const CartesianTopology t = grid({3, 4}, {1, 0});
  EXPECT_EQ(rank_at(t, std::vector{-1, 2}), 10);
  EXPECT_EQ(rank_at(t, std::vector{7, 0}), 4);
  EXPECT_EQ(error([&] { rank_at(t, std::vector{0, 4}); }, MPI_ERR_ARG),
            "coords[1] is 4, must be 0 … 3: dimension 1 is not periodic");
}

TEST(Cartesian, ShiftsAgainstCoordinates) {
  for (const int periodic : {0, 1}) {
    const CartesianTopology t = grid({3, 5}, {periodic, 0});
    for (int r = 0; r < 15; r++)
      for (int displacement = -7; displacement <= 7; displacement++) {
        const int x = r / 5 + displacement, y = r % 5 + displacement;
        const int along_x = periodic         ? ((x % 3 + 3) % 3) * 5 + r % 5
                            : x < 0 || x > 2 ? MPI_PROC_NULL
                                             : x * 5 + r % 5;
        EXPECT_EQ(shifted(t, r, 0, displacement), along_x);
        EXPECT_EQ(shifted(t, r, 1, displacement), y < 0 || y > 4 ? MPI_PROC_NULL : r / 5 * 5 + y);
      }
  }
}

TEST(Cartesian, SlicesKeepWhatRemains) {
  const CartesianTopology t = grid({2, 3, 4}, {0, 1, 0});
  const std::vector<int> remain{1, 0, 1};
  EXPECT_EQ(subgrid(t, remain).dims, (std::vector{2, 4}));
  for (int r = 0; r < 24; r++) EXPECT_EQ(subgrid_of(t, remain, r), coordinates(t, r)[1]);
  EXPECT_TRUE(subgrid(t, std::vector{0, 0, 0}).dims.empty());
}

TEST(Cartesian, WithoutDimensionsHasOneRank) {
  const CartesianTopology t = make_topology({}, {}, 7);
  EXPECT_EQ(volume(t), 1);
  EXPECT_TRUE(coordinates(t, 0).empty());
}

TEST(Cartesian, WhatDoesNotFitIsAnError) {
  error([] { make_topology(std::vector{3, 3}, std::vector{0, 0}, 8); }, MPI_ERR_DIMS);
  error([] { make_topology(std::vector{0}, std::vector{0}, 8); }, MPI_ERR_DIMS);
  error([] { make_topology(std::vector{1 << 20, 1 << 20}, std::vector{0, 0}, 8); }, MPI_ERR_DIMS);
}

std::vector<int> dims(int nodes, std::vector<int> given) {
  balanced_dims(nodes, given);
  return given;
}

TEST(DimsCreate, ExamplesOfTheStandard) {
  EXPECT_EQ(dims(6, {0, 0}), (std::vector{3, 2}));
  EXPECT_EQ(dims(7, {0, 0}), (std::vector{7, 1}));
  EXPECT_EQ(dims(6, {0, 3, 0}), (std::vector{2, 3, 1}));
  error([] { dims(7, {0, 3, 0}); }, MPI_ERR_DIMS);
}

TEST(DimsCreate, IsBalancedAndInFallingOrder) {
  for (int n = 1; n <= 256; n++) {
    for (int d = 1; d <= 4; d++) {
      const std::vector<int> got = dims(n, std::vector<int>(d, 0));
      EXPECT_EQ(std::accumulate(got.begin(), got.end(), 1, std::multiplies<>()), n);
      EXPECT_TRUE(std::ranges::is_sorted(got, std::greater<>()));
    }
    // Two dimensions: nothing is closer together.
    const std::vector<int> got = dims(n, {0, 0});
    for (int a = got[1] + 1; a * a <= n; a++) EXPECT_NE(n % a, 0) << n;
  }
}

TEST(DimsCreate, WrongArguments) {
  error([] { dims(0, {0}); }, MPI_ERR_ARG);
  error([] { dims(4, {-1, 0}); }, MPI_ERR_DIMS);
  error([] { dims(8, {2, 2}); }, MPI_ERR_DIMS);
  EXPECT_EQ(dims(8, {2, 4}), (std::vector{2, 4}));
}

}  // namespace
}  // namespace bamboo::mpi
