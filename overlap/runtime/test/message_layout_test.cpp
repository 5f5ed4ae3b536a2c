// SPDX-License-Identifier: Apache-2.0
// Random datatypes, taken apart, against the bytes that MPI_Unpack writes. One process.
#include "runtime/splitting/message_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace bamboo::overlap {
namespace {

constexpr int64_t middle = 1 << 16;  ///< addresses below and above that are looked at

using Bytes = std::vector<unsigned char>;

/// 1 for each byte that MPI writes, seen from the middle.
Bytes unpacked(MPI_Datatype type, int count) {
  Bytes memory(2 * middle, 0);
  int size = 0, position = 0;
  MPI_Type_size(type, &size);
  if (size * count == 0) return memory;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &size);
  const Bytes ones(static_cast<size_t>(size) + 1, 1);
  MPI_Unpack(ones.data(), size, &position, memory.data() + middle, count, type, MPI_COMM_SELF);
  return memory;
}

Bytes looked_at(MPI_Datatype type, int count) {
  Bytes memory(2 * middle, 0);
  for (const MessagePiece& piece : message_layout(type, count))
    for (const TouchRun& run : runs_of(piece, middle, true))
      for (int64_t i = 0; i < run.count; ++i)
        for (int64_t k = 0; k < run.bytes; ++k)
          memory.at(static_cast<size_t>(run.first + run.stride * i + k)) = 1;
  return memory;
}

/// Without strides, extents and counts of 0, some of which MPICH 4.0 divides by.
class TypeMaker {
 public:
  explicit TypeMaker(unsigned seed) : random_(seed) {}

  /// Freed by the caller when it is no named one.
  MPI_Datatype make(int depth) {
    constexpr int forms = 11;
    const int form = depth == 0 ? forms : number(0, forms);
    if (form == forms) return named();
    MPI_Datatype inner = make(depth - 1), made = MPI_DATATYPE_NULL;
    MPI_Aint lower = 0, extent = 0;
    MPI_Type_get_extent(inner, &lower, &extent);
    const int count = number(1, 5), length = number(1, 3);
    std::vector<int> lengths, places;
    std::vector<MPI_Aint> addresses;
    for (int i = 0; i < count; ++i) {
      lengths.push_back(number(i == 0 ? 1 : 0, 3));
      places.push_back(i * number(2, 4));
      addresses.push_back(places.back() * extent + number(0, 1) * 8);
    }
    switch (form) {
      case 0:
        MPI_Type_contiguous(count, inner, &made);
        break;
      case 1:
        MPI_Type_vector(count, length, sign() * number(1, 6), inner, &made);
        break;
      case 2:
        // Open MPI 4.1 does not always unpack a type that lies over itself.
        MPI_Type_create_hvector(count, length, sign() * (lower + extent * length + number(1, 90)),
                                inner, &made);
        break;
      case 3:
        MPI_Type_indexed(count, lengths.data(), places.data(), inner, &made);
        break;
      case 4:
        MPI_Type_create_hindexed(count, lengths.data(), addresses.data(), inner, &made);
        break;
      case 5:
        MPI_Type_create_indexed_block(count, length, places.data(), inner, &made);
        break;
      case 6:
        MPI_Type_create_hindexed_block(count, length, addresses.data(), inner, &made);
        break;
      case 7:
        made = structure(inner, depth, lengths, addresses);
        break;
      case 8:
        made = part_of_array(inner);
        break;
      case 9:
        MPI_Type_create_resized(inner, number(-8, 8), std::abs(extent) + number(1, 24), &made);
        break;
      default:
        MPI_Type_dup(inner, &made);
    }
    free_type(inner);
    return made;
  }

  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

  void free_type(MPI_Datatype& type) {
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&type);
  }

 private:
  int sign() { return number(0, 2) == 0 ? -1 : 1; }

  MPI_Datatype named() {
    const MPI_Datatype all[] = {MPI_CHAR, MPI_INT, MPI_DOUBLE, MPI_SHORT};
    return all[number(0, 3)];
  }

  MPI_Datatype structure(MPI_Datatype first, int depth, const std::vector<int>& lengths,
                         const std::vector<MPI_Aint>& places) {
    std::vector<MPI_Datatype> types;
    for (size_t i = 0; i < lengths.size(); ++i) types.push_back(i == 0 ? first : make(depth - 1));
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(static_cast<int>(types.size()), lengths.data(), places.data(),
                           types.data(), &made);
    for (size_t i = 1; i < types.size(); ++i) free_type(types[i]);
    return made;
  }

  MPI_Datatype part_of_array(MPI_Datatype inner) {
    const int dimensions = number(1, 3);
    int sizes[3], parts[3], starts[3];
    for (int i = 0; i < dimensions; ++i) {
      sizes[i] = number(1, 5);
      parts[i] = number(1, sizes[i]);
      starts[i] = number(0, sizes[i] - parts[i]);
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(dimensions, sizes, parts, starts,
                             number(0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN, inner, &made);
    return made;
  }

  std::mt19937 random_;
};

bool is_small(MPI_Datatype type, int count) {
  MPI_Aint lower = 0, extent = 0, true_lower = 0, true_extent = 0;
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_true_extent(type, &true_lower, &true_extent);
  return (std::abs(true_lower) + std::abs(true_extent) + std::abs(extent) * count) < middle;
}

TEST(MessageLayout, RandomTypes) {
  int compared = 0, written = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    TypeMaker maker(seed);
    MPI_Datatype type = maker.make(3);
    const int count = maker.number(0, 3);
    if (is_small(type, count)) {
      MPI_Datatype usable = type;
      MPI_Type_commit(&usable);
      const Bytes right = unpacked(type, count);
      ASSERT_EQ(looked_at(type, count), right) << "seed " << seed;
      ++compared;
      written += std::count(right.begin(), right.end(), 1) > 0 ? 1 : 0;
    }
    maker.free_type(type);
  }
  EXPECT_GT(compared, 800);
  EXPECT_GT(written, 400);
}

std::vector<TouchRun> runs(MPI_Datatype type, int count) {
  std::vector<TouchRun> all;
  for (const MessagePiece& piece : message_layout(type, count))
    for (const TouchRun& run : runs_of(piece, 0, true)) all.push_back(run);
  return all;
}

/// A column of an array of `rows` times 100 doubles is one run, however it is described.
TEST(MessageLayout, ColumnIsOneRun) {
  constexpr int rows = 50, cells = 100;
  std::vector<MPI_Datatype> types(4);
  MPI_Type_vector(rows, 1, cells, MPI_DOUBLE, &types[0]);
  std::vector<int> ones(rows, 1), places;
  std::vector<MPI_Aint> addresses;
  for (int i = 0; i < rows; ++i) {
    places.push_back(i * cells);
    addresses.push_back(MPI_Aint{8} * i * cells);
  }
  MPI_Type_indexed(rows, ones.data(), places.data(), MPI_DOUBLE, &types[1]);
  MPI_Type_create_hindexed(rows, ones.data(), addresses.data(), MPI_DOUBLE, &types[2]);
  const int sizes[] = {rows, cells}, parts[] = {rows, 1}, starts[] = {0, 0};
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &types[3]);
  for (MPI_Datatype& type : types) {
    const auto found = runs(type, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].bytes, 8);
    EXPECT_EQ(found[0].stride, 8 * cells);
    EXPECT_EQ(found[0].count, rows);
    MPI_Type_free(&type);
  }
}

/// Two sides of an array in one message are two pieces.
TEST(MessageLayout, BothSides) {
  MPI_Datatype column = MPI_DATATYPE_NULL, both = MPI_DATATYPE_NULL;
  MPI_Type_vector(50, 1, 100, MPI_DOUBLE, &column);
  const int ones[] = {1, 1};
  const MPI_Aint places[] = {0, 8 * 99};
  MPI_Type_create_hindexed(2, ones, places, column, &both);
  EXPECT_EQ(message_layout(both, 1).size(), 2u);
  MPI_Type_free(&both);
  MPI_Type_free(&column);
}

/// A type that takes long to separate is one piece, with all of its memory.
TEST(MessageLayout, ManyCells) {
  constexpr int cells = 5000;
  std::vector<int> places(cells);
  for (int i = 0; i < cells; ++i) places[static_cast<size_t>(i)] = i * 2 + i % 3 / 2;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_indexed_block(cells, 1, places.data(), MPI_CHAR, &type);
  const auto found = runs(type, 1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first, 0);
  EXPECT_EQ(found[0].bytes, places.back() + 1);
  MPI_Type_free(&type);
}

TEST(MessageLayout, NothingIsAskedOfEmptyMessages) {
  EXPECT_TRUE(message_layout(MPI_DATATYPE_NULL, 0).empty());
}

}  // namespace
}  // namespace bamboo::overlap
