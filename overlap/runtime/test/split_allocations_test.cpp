// SPDX-License-Identifier: Apache-2.0
// An execution without a core allocates nothing. The operators of this program count; a sanitizer
// has its own.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

#include "runtime/splitting/split_nest.h"

namespace {
std::atomic<int> allocations = 0;
}  // namespace

void* operator new(size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}

namespace bamboo::overlap {
namespace {

TEST(SplitNest, WithoutACoreEverythingIsTheRestAndNothingIsAllocated) {
  for (int execution = 0; execution < 2; ++execution) {
    const int before = allocations;
    bamboo_split* split = bamboo_split_rest_plan(nullptr, 0);
    EXPECT_EQ(bamboo_split_rest(split), 1);
    EXPECT_EQ(bamboo_split_first(split, 0), 0U);
    EXPECT_EQ(bamboo_split_end(split, 0), std::numeric_limits<uint64_t>::max());
    EXPECT_EQ(bamboo_split_rest(split), 0);
    EXPECT_EQ(allocations, before);
  }
}

}  // namespace
}  // namespace bamboo::overlap
