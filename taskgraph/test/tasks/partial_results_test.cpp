// SPDX-License-Identifier: Apache-2.0
// Values of leaves are combined by one tree, in whatever order and parts they come.
#include "tasks/partial_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "bamboo/taskgraph/reduction.h"
#include "test/support/random_calls.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

template <class V, class Operation>
PartialResults none(int leaves) {
  return {leaves, sizeof(V), CollectiveCall::reduction<V, Operation>(1).combine};
}

template <class V>
void add(PartialResults& results, TaskId leaf, const V& value) {
  results.add(leaf, std::as_bytes(std::span(&value, 1)));
}

template <class V>
V result_of(PartialResults& results) {
  V value;
  std::memcpy(&value, results.take_result().data(), sizeof value);
  return value;
}

double value_of(TaskId leaf) {
  return (leaf % 7 - 3.1) * (leaf % 5 == 0 ? 1e17 : 1.0 / (leaf + 1));
}

}  // namespace

TEST(PartialResults, HaveTheSameBitsInAnyOrderAndAnyParts) {
  std::minstd_rand random(1);
  for (int leaves = 1; leaves <= 40; ++leaves) {
    auto in_order = none<double, std::plus<>>(leaves);
    for (TaskId leaf = 0; leaf < leaves; ++leaf) add(in_order, leaf, value_of(leaf));
    const auto expected = result_of<double>(in_order);
    for (int parts = 1; parts <= 4; ++parts) {
      std::vector<TaskId> order(leaves);
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random);
      std::vector<PartialResults> part;
      for (int i = 0; i < parts; ++i) part.push_back(none<double, std::plus<>>(leaves));
      for (const TaskId leaf : order) add(part[random() % parts], leaf, value_of(leaf));
      for (int other = 1; other < parts; ++other) {
        std::vector<std::byte> packed;
        part[other].pack(packed);
        part[0].add_packed(packed);
      }
      EXPECT_EQ(result_of<double>(part[0]), expected) << leaves << " leaves, " << parts << " parts";
    }
  }
}

TEST(PartialResults, KeepTheOrderOfTheLeaves) {
  for (int leaves = 1; leaves <= 40; ++leaves) {
    auto results = none<Affine, ThenThat>(leaves);
    Affine expected;
    for (TaskId leaf = 0; leaf < leaves; ++leaf)
      expected = ThenThat{}(expected, RandomCalls::affine(leaf, leaf + 100));
    for (TaskId leaf = leaves; leaf-- > 0;)
      add(results, leaf, RandomCalls::affine(leaf, leaf + 100));
    EXPECT_EQ(result_of<Affine>(results).hash(), expected.hash());
  }
}

TEST(PartialResults, OfNeighboursAreFewNodes) {
  auto results = none<int, std::plus<>>(1000);
  for (TaskId leaf = 100; leaf < 900; ++leaf) add(results, leaf, 1);
  EXPECT_LE(results.nodes(), 20u);
}

TEST(PartialResults, AreNoResultBeforeAllAreHere) {
  auto results = none<int, std::plus<>>(2);
  add(results, 0, 1);
  EXPECT_THROW(results.take_result(), std::logic_error);
}

TEST(PartialResults, RefuseAMessageOfAnotherLength) {
  auto results = none<int, std::plus<>>(2);
  EXPECT_THROW(results.add_packed(std::vector<std::byte>(11)), std::runtime_error);
}
