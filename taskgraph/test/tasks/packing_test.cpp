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
  EXPECT_EQ(Packer(bytes)(object).bytes(), bytes.size());
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
static_assert(!Packable<std::optional<int*>> && !Packable<std::array<const char*, 2>>);
static_assert(!Packable<std::unique_ptr<double[]>>);

/// Has a pointer that only the process itself can use.
struct Cached {
  double value = 0;
  const int* cache = nullptr;
  bool operator==(const Cached&) const = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(value);
  }
};
static_assert(Sendable<Cached> && PackedObject<Cached>);

struct Base {
  virtual ~Base() = default;
  template <class Archive>
  void serialize(Archive&) {}
};
static_assert(Packable<Base> && !Packable<std::unique_ptr<Base>>);

/// Packs more each time.
struct Growing {
  std::string text;
  template <class Archive>
  void serialize(Archive& archive) {
    text += "more";
    archive(text);
  }
};

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
  expect_equal_copy(std::array<int, 2>{1, 2});
}

// Pairs with a constant key are trivially copyable for some compilers, and have a gap.
TEST(Packing, MapsOfNumbers) {
  expect_equal_copy(std::map<int, double>{{1, 1.5}, {2, 2.5}});
  expect_equal_copy(std::map<char, int>{{'a', 1}, {'b', 2}});
  expect_equal_copy(std::vector<std::pair<char, double>>{{'a', 1.5}});
}

TEST(Packing, SerializeGoesBeforeBytes) {
  const int cache = 0;
  const std::vector<Cached> sent{{1.5, &cache}, {2.5, &cache}}, expected{{1.5}, {2.5}};
  EXPECT_EQ(made_again<std::vector<Cached>>(packed(sent)), expected);
  EXPECT_EQ(made_again<Cached>(packed(sent[0])), expected[0]);
}

TEST(Packing, AnObjectThatChangesItsLengthIsAnError) {
  Growing growing;
  std::vector<std::byte> bytes(Packer()(growing).bytes());
  Packer packer(bytes);
  EXPECT_THROW(packer(growing), std::logic_error);
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
