// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/recycled_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace bamboo;

namespace {

struct Block {
  void* memory;
  std::size_t bytes;
};

}  // namespace

TEST(RecycledMemory, BlocksBeginAtACacheLineAndAreUsedAgain) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{65},
                                  std::size_t{5000}, std::size_t{3} << 20}) {
    void* first = recycled::allocate(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % recycled::alignment, 0u);
    std::memset(first, 1, bytes);
    recycled::release(first, bytes);
    void* second = recycled::allocate(bytes);
    EXPECT_EQ(second, first);
    recycled::release(second, bytes);
  }
  recycled::release(nullptr, 100);
}

TEST(RecycledMemory, BlocksInUseDoNotOverlap) {
  std::vector<Block> blocks;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t bytes = 1 + (i * 37) % 700;
    blocks.push_back({recycled::allocate(bytes), bytes});
    std::memset(blocks.back().memory, i, bytes);
  }
  for (int i = 0; i < 3000; ++i) {
    const auto* bytes = static_cast<const unsigned char*>(blocks[i].memory);
    EXPECT_TRUE(std::all_of(bytes, bytes + blocks[i].bytes,
                            [i](unsigned char b) { return b == static_cast<unsigned char>(i); }));
    recycled::release(blocks[i].memory, blocks[i].bytes);
  }
}

TEST(RecycledMemory, WhatOneThreadGivesBackServesAnother) {
  constexpr int count = 200;
  constexpr std::size_t bytes = 20000;  // of a size that no other test uses
  std::set<void*> given;
  for (int i = 0; i < count; ++i) given.insert(recycled::allocate(bytes));
  // The thread keeps a few, and hands them on when it ends.
  std::thread([&] {
    for (void* memory : given) recycled::release(memory, bytes);
  }).join();
  int again = 0;
  std::vector<void*> taken;
  for (int i = 0; i < count; ++i) {
    taken.push_back(recycled::allocate(bytes));
    again += given.contains(taken.back());
  }
  EXPECT_EQ(again, count);
  for (void* memory : taken) recycled::release(memory, bytes);
}

TEST(RecycledMemory, AThreadThatEndsHandsOnASingleBlock) {
  void* block = recycled::allocate(200);  // 256 bytes
  const std::size_t before = recycled::bytes_kept();
  std::thread([block] { recycled::release(block, 200); }).join();
  EXPECT_EQ(recycled::bytes_kept(), before + 256);
}

TEST(RecycledMemory, KeepsNoMoreThanItsBound) {
  constexpr std::size_t bytes = 8u << 20, bound = 256u << 20;
  std::vector<void*> blocks;
  for (int i = 0; i < 60; ++i) blocks.push_back(recycled::allocate(bytes));
  for (void* memory : blocks) recycled::release(memory, bytes);
  EXPECT_LE(recycled::bytes_kept(), bound + (16u << 20));
  EXPECT_GE(recycled::bytes_kept(), bound / 2);
}

TEST(RecycledMemory, ThreadsThatPassBlocksOnDoNotMeetInOne) {
  constexpr int threads = 4, rounds = 20000;
  std::mutex lock;
  std::vector<Block> shared;
  const auto work = [&](unsigned seed) {
    for (int i = 0; i < rounds; ++i) {
      seed = seed * 1664525u + 1013904223u;
      const std::size_t bytes = 8 + (seed >> 8) % 2000;
      auto* mine = static_cast<std::uint64_t*>(recycled::allocate(bytes));
      *mine = seed;
      Block other{nullptr, 0};
      {
        const std::lock_guard guard(lock);
        if (shared.size() > 50) {
          other = shared.back();
          shared.pop_back();
        }
        EXPECT_EQ(*mine, seed);
        shared.push_back({mine, bytes});
      }
      recycled::release(other.memory, other.bytes);
    }
  };
  std::vector<std::thread> all;
  for (unsigned t = 1; t <= threads; ++t) all.emplace_back(work, t);
  for (std::thread& thread : all) thread.join();
  std::set<void*> distinct;
  for (const Block& block : shared) distinct.insert(block.memory);
  EXPECT_EQ(distinct.size(), shared.size());
  for (const Block& block : shared) recycled::release(block.memory, block.bytes);
}

TEST(RecycledMemory, ServesStandardContainers) {
  recycled::Vector<int> numbers;
  for (int i = 0; i < 100; ++i) numbers.push_back(i);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % recycled::alignment, 0u);
  EXPECT_EQ(numbers[99], 99);
}
