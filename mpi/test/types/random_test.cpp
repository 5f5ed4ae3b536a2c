// SPDX-License-Identifier: Apache-2.0
// Random nested datatypes against MPI's definition of a type map.
#include <gtest/gtest.h>

#include "types/random_types.h"

namespace bamboo::mpi::test {
namespace {

/// Memory for `count` elements of a type whose displacements may be negative.
class Arena {
 public:
  Arena(const TypeMap& map, std::size_t count, unsigned char fill) {
    MPI_Aint low = 0, high = 0;
    for (std::size_t i = 0; i < count; i++)
      for (const auto& e : map.entries) {
        const MPI_Aint at = static_cast<MPI_Aint>(i) * map.extent() + e.displacement;
        low = std::min(low, at);
        high = std::max(high, at + static_cast<MPI_Aint>(e.size));
      }
    memory_.assign(high - low, std::byte{fill});
    zero_ = -low;
  }
  std::byte* buffer() { return memory_.data() + zero_; }
  std::vector<std::byte>& memory() { return memory_; }
  void number_bytes() {
    for (std::size_t i = 0; i < memory_.size(); i++)
      memory_[i] = static_cast<std::byte>(i * 7 + i / 251);
  }

 private:
  std::vector<std::byte> memory_;
  MPI_Aint zero_ = 0;
};

class RandomType : public testing::TestWithParam<unsigned> {};

TEST_P(RandomType, HasTheBoundsOfItsTypeMap) {
  RandomTypes random(GetParam());
  for (int i = 0; i < 40; i++) {
    const Both both = random.make(random.number(0, 4));
    ASSERT_EQ(both.type->size, both.map.size());
    ASSERT_EQ(both.type->leaves, both.map.entries.size());
    ASSERT_EQ(both.type->lb, both.map.lb());
    ASSERT_EQ(both.type->extent, both.map.extent());
    if (both.map.entries.empty()) continue;
    ASSERT_EQ(both.type->true_lb, both.map.true_lb());
    ASSERT_EQ(both.type->true_extent, both.map.true_ub() - both.map.true_lb());
  }
}

TEST_P(RandomType, PacksInAnyPieces) {
  RandomTypes random(GetParam());
  for (int i = 0; i < 40; i++) {
    const Both both = random.make(random.number(0, 4));
    const std::size_t count = random.number(0, 4);
    Arena arena(both.map, count, 0);
    arena.number_bytes();
    const std::vector<std::byte> expected = both.map.pack(arena.buffer(), count);
    std::vector<std::byte> packed(expected.size());
    Packer packer(arena.buffer(), count, *both.type);
    for (std::size_t at = 0; at < packed.size();) {
      const std::size_t n = std::min<std::size_t>(random.number(1, random.number(0, 1) ? 5 : 200),
                                                  packed.size() - at);
      packer.read(packed.data() + at, n);
      at += n;
    }
    ASSERT_EQ(packed, expected);
  }
}

TEST_P(RandomType, UnpacksInAnyPiecesAndTouchesNothingElse) {
  RandomTypes random(GetParam() + 1000);
  for (int i = 0; i < 40; i++) {
    const Both both = random.make(random.number(0, 4));
    const std::size_t count = random.number(0, 4);
    std::vector<std::byte> packed(both.map.size() * count + 9);  // more than fits: dropped
    for (auto& b : packed) b = static_cast<std::byte>(random.number(0, 255));
    Arena expected(both.map, count, 0xee), actual(both.map, count, 0xee);
    std::size_t next = 0;
    for (std::size_t e = 0; e < count; e++)
      for (const auto& entry : both.map.entries) {
        std::memcpy(
            expected.buffer() + static_cast<MPI_Aint>(e) * both.map.extent() + entry.displacement,
            packed.data() + next, entry.size);
        next += entry.size;
      }
    Unpacker unpacker(actual.buffer(), count, *both.type);
    for (std::size_t at = 0; at < packed.size();) {
      const std::size_t n = std::min<std::size_t>(random.number(1, random.number(0, 1) ? 5 : 200),
                                                  packed.size() - at);
      unpacker.write(packed.data() + at, n);
      at += n;
    }
    ASSERT_EQ(actual.memory(), expected.memory());
  }
}

TEST_P(RandomType, CopiesBetweenLayouts) {
  RandomTypes random(GetParam() + 2000);
  for (int i = 0; i < 40; i++) {
    const Both from = random.make(random.number(0, 3)), to = random.make(random.number(0, 3));
    const std::size_t from_count = random.number(0, 5), to_count = random.number(0, 5);
    Arena source(from.map, from_count, 0), expected(to.map, to_count, 0xee),
        actual(to.map, to_count, 0xee);
    source.number_bytes();
    const std::vector<std::byte> packed = from.map.pack(source.buffer(), from_count);
    Unpacker(expected.buffer(), to_count, *to.type).write(packed.data(), packed.size());
    copy_typed(source.buffer(), from_count, *from.type, actual.buffer(), to_count, *to.type);
    ASSERT_EQ(actual.memory(), expected.memory());
  }
}

TEST_P(RandomType, CountsItsBasicElements) {
  RandomTypes random(GetParam() + 3000);
  for (int i = 0; i < 40; i++) {
    const Both both = random.make(random.number(0, 4));
    std::size_t bytes = 0, elements = 0;
    for (int copy = 0; copy < 2; copy++)
      for (const auto& e : both.map.entries) {
        ASSERT_EQ(elements_in(*both.type, bytes), static_cast<MPI_Count>(elements));
        ASSERT_EQ(bytes_of_elements(*both.type, elements), bytes);
        if (e.size > 1) {
          ASSERT_EQ(elements_in(*both.type, bytes + 1), MPI_UNDEFINED);
        }
        bytes += e.size;
        elements++;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomType, testing::Range(0u, 25u));

}  // namespace
}  // namespace bamboo::mpi::test
