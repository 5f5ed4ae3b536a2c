// SPDX-License-Identifier: Apache-2.0
#include "objects/integer_handles.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bamboo::mpi {
namespace {

using First = struct OfFirstKind*;
using Second = struct OfSecondKind*;

template <class Handle>
Handle handle_with(std::uintptr_t value) {
  return reinterpret_cast<Handle>(value);
}

TEST(IntegerHandles, PredefinedHandlesAreTheirIntegers) {
  IntegerHandles integers;
  EXPECT_EQ(integers.integer_of(handle_with<First>(0x101)), 0x101);
  EXPECT_EQ(integers.handle_of<First>(0x101), handle_with<First>(0x101));
}

TEST(IntegerHandles, AHandleKeepsItsInteger) {
  IntegerHandles integers;
  const auto handle = handle_with<First>(0x123456789);
  const int integer = integers.integer_of(handle);
  EXPECT_NE(integers.integer_of(handle_with<First>(0x1000)), integer);
  EXPECT_EQ(integers.integer_of(handle), integer);
  EXPECT_EQ(integers.handle_of<First>(integer), handle);
}

TEST(IntegerHandles, AnIntegerRepresentsAHandleOfOneKind) {
  IntegerHandles integers;
  const int one = integers.integer_of(handle_with<First>(0x1000));
  const int other = integers.integer_of(handle_with<Second>(0x1000));
  EXPECT_NE(one, other);
  EXPECT_EQ(integers.handle_of<Second>(one), nullptr);
  integers.forget(handle_with<First>(0x1000));
  EXPECT_EQ(integers.handle_of<Second>(other), handle_with<Second>(0x1000));
}

TEST(IntegerHandles, AStaleIntegerIsFoundOut) {
  IntegerHandles integers;
  const int stale = integers.integer_of(handle_with<First>(0x1000));
  integers.forget(handle_with<First>(0x1000));
  for (std::uintptr_t i = 1; i <= IntegerHandles::at_rest; ++i) {
    EXPECT_NE(integers.integer_of(handle_with<First>(0x1000 + i)), stale);
    EXPECT_EQ(integers.handle_of<First>(stale), nullptr);
    integers.forget(handle_with<First>(0x1000 + i));
  }
}

TEST(IntegerHandles, HandlesThatAreMadeAndFreedDoNotGrowTheTable) {
  IntegerHandles integers;
  int largest = 0;
  for (std::uintptr_t turn = 0; turn < 100'000; ++turn) {
    const auto handle = handle_with<First>(0x1000 + turn);
    const int integer = integers.integer_of(handle);
    ASSERT_EQ(integers.handle_of<First>(integer), handle);
    integers.forget(handle);
    largest = std::max(largest, integer);
  }
  EXPECT_LE(largest, IntegerHandles::first + static_cast<int>(IntegerHandles::at_rest));
}

TEST(IntegerHandles, UnknownNumbersGiveNull) {
  IntegerHandles integers;
  for (const int integer : {-1, IntegerHandles::first, 1 << 30})
    EXPECT_EQ(integers.handle_of<First>(integer), nullptr);
  integers.forget(handle_with<First>(0x1000));
}

}  // namespace
}  // namespace bamboo::mpi
