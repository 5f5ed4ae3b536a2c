// SPDX-License-Identifier: Apache-2.0
// Objects are packed and made again, whatever they have.
#include "bamboo/taskgraph/packing.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace bamboo;

namespace {

struct Tree {
  std::string name;
  std::vector<Tree> branches;
  bool operator==(const Tree&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(name, branches);
  }
};

/// Its owner is the only one.
struct Owned {
  std::unique_ptr<Tree> tree;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(tree);
  }
};

template <class T>
std::vector<std::byte> packed(const T& object) {
  std::vector<std::byte> bytes(Packer()(object).bytes());
  EXPECT_EQ(Packer(bytes.data())(object).bytes(), bytes.size());
  return bytes;
}

template <class T>
T made_again(const std::vector<std::byte>& bytes) {
  T object{};
  Unpacker unpacker(bytes);
  unpacker(object);
  EXPECT_EQ(unpacker.left(), 0u);
  return object;
}

template <class T>
void expect_equal_copy(const T& object) {
  EXPECT_EQ(made_again<T>(packed(object)), object);
}

const Tree oak{"oak", {{"left", {}}, {"right", {{"leaf", {}}}}}};

static_assert(Packable<int> && Packable<std::string> && Packable<Tree> && Packable<Owned>);
static_assert(Packable<std::map<std::string, std::vector<Tree>>>);
static_assert(!PackedObject<int> && PackedObject<std::string>);
static_assert(!Packable<int*> && !Packable<std::string_view> && !Packable<std::vector<int*>>);
static_assert(!Packable<std::shared_ptr<int>> && !Packable<std::pair<int, const char*>>);

}  // namespace

TEST(Packing, Values) {
  expect_equal_copy(5);
  expect_equal_copy(std::pair(1, 2.5));
  expect_equal_copy(std::tuple(std::string("a"), 'b', 3L));
}

TEST(Packing, StringsAndContainers) {
  expect_equal_copy(std::string());
  expect_equal_copy(std::string("with a \0 inside", 15));
  expect_equal_copy(std::vector<double>{1, 2, 3});
  expect_equal_copy(std::vector<bool>{true, false, true});
  expect_equal_copy(std::vector<std::string>{"a", "", "long enough for memory of its own"});
  expect_equal_copy(std::deque<int>{3, 2, 1});
  expect_equal_copy(std::set<std::string>{"b", "a"});
  expect_equal_copy(std::map<std::string, std::vector<int>>{{"a", {1}}, {"b", {}}});
  expect_equal_copy(std::unordered_map<int, std::string>{{1, "one"}, {2, "two"}});
  expect_equal_copy(std::array<std::string, 2>{"x", "y"});
}

TEST(Packing, WhatIsPerhapsThere) {
  expect_equal_copy(std::optional<std::string>());
  expect_equal_copy(std::optional<std::string>("there"));
  EXPECT_EQ(made_again<Owned>(packed(Owned())).tree, nullptr);
}

TEST(Packing, ClassesThatNameTheirMembers) {
  expect_equal_copy(oak);
  EXPECT_EQ(*made_again<Owned>(packed(Owned{std::make_unique<Tree>(oak)})).tree, oak);
}

TEST(Packing, AnythingThatIsTooShortIsAnError) {
  const std::vector<std::byte> bytes = packed(oak);
  for (std::size_t n = 0; n < bytes.size(); n++) {
    Tree tree;
    Unpacker unpacker({bytes.data(), n});
    EXPECT_THROW(unpacker(tree), std::logic_error) << n;
  }
}

TEST(Packing, ALengthBeyondTheBytesIsAnErrorBeforeMemoryIsTaken) {
  const std::vector<std::byte> bytes = packed(std::uint64_t{1} << 60);
  std::vector<double> values;
  Unpacker unpacker(bytes);
  EXPECT_THROW(unpacker(values), std::logic_error);
}
