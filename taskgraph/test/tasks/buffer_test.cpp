// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/buffer.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using namespace bamboo;

namespace {

struct Particle {
  double place[3];
  int kind;
};
struct Named {
  std::string name;
};

static_assert(Sendable<double> && Sendable<bool> && Sendable<Particle>);
static_assert(!Sendable<int*> && !Sendable<Named> && !Sendable<std::span<int>>);
static_assert(!Sendable<std::string_view> && !Sendable<const int> && !Sendable<int Particle::*>);
static_assert(SendableRange<std::vector<int>> && SendableRange<std::span<const Particle>>);
static_assert(SendableRange<std::array<float, 3>> && !SendableRange<std::vector<int*>>);
static_assert(!SendableRange<std::vector<bool>>);
static_assert(!std::is_copy_constructible_v<Buffer> && !std::is_copy_assignable_v<Buffer>);
static_assert(std::is_nothrow_move_constructible_v<Buffer>);

std::string message_of(auto&& action) {
  try {
    action();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(Buffer, HoldsValuesInRecycledMemory) {
  auto buffer = Buffer::of<double>(1000);
  EXPECT_EQ(buffer.bytes(), 8000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0u);
  const std::span<double> values = buffer.as<double>();
  ASSERT_EQ(values.size(), 1000u);
  std::iota(values.begin(), values.end(), 0);
  const std::byte* const memory = buffer.data();
  const Buffer moved = std::move(buffer);
  EXPECT_EQ(moved.data(), memory);
  EXPECT_EQ(moved.as<double>()[999], 999);
}

TEST(Buffer, AMovedOneIsEmpty) {
  auto buffer = Buffer::of<int>(3);
  const Buffer moved = std::move(buffer);
  EXPECT_EQ(buffer.bytes(), 0u);  // NOLINT(bugprone-use-after-move): that is the question
  EXPECT_TRUE(buffer.as<int>().empty());
  EXPECT_TRUE(buffer.as<double>().empty());
}

TEST(Buffer, GivesTheVeryVectorBackThatItWasMadeFrom) {
  std::vector<int> numbers(500);
  std::iota(numbers.begin(), numbers.end(), 0);
  numbers.reserve(800);
  const int* const memory = numbers.data();
  Buffer buffer(std::move(numbers));
  EXPECT_EQ(buffer.bytes(), 500 * sizeof(int));
  EXPECT_EQ(buffer.as<int>().data(), memory);
  Buffer moved;
  moved = std::move(buffer);
  const std::vector<int> back = std::move(moved).release<int>();
  EXPECT_EQ(back.data(), memory);
  EXPECT_EQ(back.size(), 500u);
  EXPECT_EQ(back.capacity(), 800u);
  EXPECT_EQ(back[499], 499);
}

TEST(Buffer, CopiesIntoAVectorWhereItWasNone) {
  const std::array<float, 3> values{1, 2, 3};
  EXPECT_EQ(Buffer::copy_of(values).release<float>(), (std::vector<float>{1, 2, 3}));
  EXPECT_TRUE(Buffer().release<float>().empty());
  EXPECT_TRUE(Buffer(std::vector<int>()).release<float>().empty());
}

TEST(Buffer, RefusesAnotherTypeAndNamesBoth) {
  auto buffer = Buffer::of<float>(4);
  EXPECT_EQ(message_of([&] { buffer.as<double>(); }),
            "a buffer of float (4 bytes) is used as one of double (8 bytes)");
  EXPECT_EQ(message_of([&] { std::move(buffer).release<int>(); }),
            "a buffer of float (4 bytes) is used as one of int (4 bytes)");
  auto particles = Buffer::of<Particle>(4);
  EXPECT_NE(message_of([&] { particles.as<int[2]>(); }).find("Particle (32 bytes)"),
            std::string::npos);
}

TEST(ElementType, HasTheNameOfItsTypeAndANumberOfItsOwn) {
  EXPECT_EQ(element_type::name<double>(), "double");
  EXPECT_NE(element_type::name<int[3]>().find("int"), std::string_view::npos);
  EXPECT_NE(element_label<int>(), element_label<unsigned>());
  EXPECT_NE(element_label<double>(), element_label<Particle>());
  EXPECT_EQ(ElementType::describe(element_label<char>()), "char (1 bytes)");
  EXPECT_EQ(ElementType::describe(1), "a type that this program does not know (number 0x1)");
}
