// SPDX-License-Identifier: Apache-2.0
#include "one_sided/combine.h"

#include <gtest/gtest.h>

#include <array>

#include "errors/errors.h"
#include "one_sided/messages.h"
#include "one_sided/window_memory.h"
#include "types/constructors.h"

namespace bamboo::mpi {
namespace {

const std::byte* bytes(const void* data) {
  return static_cast<const std::byte*>(data);
}

TEST(Combine, TypesWithHolesChangeTheirElementsAlone) {
  const DatatypeRef second = make_vector(3, 1, 2 * sizeof(int), predefined(MPI_INT));
  std::array memory{1, 2, 3, 4, 5};
  const std::array operand{10, 20, 30};
  std::array<int, 3> before{};
  combine(MPI_SUM, {memory.data(), 1, second.get()}, bytes(operand.data()),
          reinterpret_cast<std::byte*>(before.data()));
  EXPECT_EQ(memory, (std::array{11, 2, 23, 4, 35}));
  EXPECT_EQ(before, (std::array{1, 3, 5}));
  combine(MPI_NO_OP, {memory.data(), 1, second.get()}, nullptr,
          reinterpret_cast<std::byte*>(before.data()));
  EXPECT_EQ(before, (std::array{11, 23, 35}));
  combine(MPI_REPLACE, {memory.data(), 1, second.get()}, bytes(operand.data()), nullptr);
  EXPECT_EQ(memory, (std::array{10, 2, 20, 4, 30}));
}

TEST(Combine, PairsArePackedWithoutTheirPadding) {
  struct Pair {
    double value;
    int index;
  };
  std::array<Pair, 2> memory{{{1, 7}, {9, 8}}};
  std::array<std::byte, 24> operand{};
  const std::array<Pair, 2> given{{{5, 1}, {9, 2}}};
  Packer(given.data(), 2, *predefined(MPI_DOUBLE_INT)).read(operand.data(), operand.size());
  combine(MPI_MAXLOC, {memory.data(), 2, predefined(MPI_DOUBLE_INT).get()}, operand.data(),
          nullptr);
  EXPECT_EQ(memory[0].value, 5);
  EXPECT_EQ(memory[0].index, 1);
  EXPECT_EQ(memory[1].index, 2) << "of equal values the smaller index counts";
}

TEST(Combine, SwapsWhereTheValueIsTheExpectedOne) {
  int word = 5, before = 0;
  const int five = 5, six = 6;
  const TypedBuffer memory{&word, 1, predefined(MPI_INT).get()};
  auto* const result = reinterpret_cast<std::byte*>(&before);
  compare_and_swap(memory, bytes(&six), bytes(&five), result);
  EXPECT_EQ(word, 5);
  compare_and_swap(memory, bytes(&five), bytes(&six), result);
  EXPECT_EQ(word, 6);
  EXPECT_EQ(before, 5);
}

TEST(Combine, OperationsAreRefusedForTypesThatTheyDoNotKnow) {
  EXPECT_THROW(check_accumulation(MPI_BAND, *predefined(MPI_DOUBLE)), MpiError);
  EXPECT_NO_THROW(check_accumulation(MPI_REPLACE, *predefined(MPI_CHAR)));
  const MPI_Aint places[] = {0, 8};
  const MPI_Count blocks[] = {1, 1};
  const DatatypeRef parts[] = {predefined(MPI_INT), predefined(MPI_DOUBLE)};
  EXPECT_THROW(check_accumulation(MPI_SUM, *make_struct(blocks, places, parts)), MpiError);
}

TEST(TypeHead, IsRebuiltWithTheSameLayout) {
  const DatatypeRef vector = make_vector(4, 2, 5 * sizeof(double), predefined(MPI_DOUBLE));
  const TypeHead head = describe(*vector);
  EXPECT_EQ(head.segments, 1u) << "a vector is one segment, however long";
  Datatype copy;
  rebuild(copy, head, segments_of(*vector));
  EXPECT_EQ(copy.size, vector->size);
  EXPECT_EQ(copy.extent, vector->extent);
  EXPECT_EQ(copy.uniform, MPI_DOUBLE);
  EXPECT_EQ(copy.segments.at(0).count, 4u);
  EXPECT_TRUE(segments_of(*predefined(MPI_INT)).empty());
}

TEST(WindowMemory, HoldsWhatLiesInItAlone) {
  std::array<int, 10> words{};
  WindowMemory memory(MPI_WIN_FLAVOR_CREATE, words.data(), sizeof words, sizeof(int));
  const Datatype& type = *predefined(MPI_INT);
  EXPECT_EQ(memory.locate(9, 1, type), reinterpret_cast<std::byte*>(&words[9]));
  EXPECT_THROW(memory.locate(9, 2, type), MpiError);
  EXPECT_THROW(memory.locate(-1, 1, type), MpiError);
  EXPECT_THROW(memory.locate(INTPTR_MAX / 2, 1, type), MpiError);
  EXPECT_NO_THROW(memory.locate(100, 0, type));
}

TEST(WindowMemory, IsOneWhereRegionsTouch) {
  std::array<int, 10> words{};
  WindowMemory memory;
  const Datatype& type = *predefined(MPI_INT);
  memory.attach(&words[4], 4 * sizeof(int));
  memory.attach(&words[0], 4 * sizeof(int));
  const auto place = reinterpret_cast<MPI_Aint>(&words[2]);
  EXPECT_EQ(memory.locate(place, 6, type), reinterpret_cast<std::byte*>(&words[2]));
  EXPECT_THROW(memory.locate(place, 7, type), MpiError);
}

TEST(WindowMemory, GrowsAndShrinksWhereItIsDynamic) {
  std::array<int, 10> words{};
  WindowMemory memory;
  const Datatype& type = *predefined(MPI_INT);
  const auto place = reinterpret_cast<MPI_Aint>(&words[3]);
  EXPECT_THROW(memory.locate(place, 1, type), MpiError);
  memory.attach(words.data(), sizeof words);
  EXPECT_EQ(memory.locate(place, 7, type), reinterpret_cast<std::byte*>(&words[3]));
  EXPECT_THROW(memory.locate(place, 8, type), MpiError);
  EXPECT_THROW(memory.attach(&words[2], 4), MpiError);
  memory.detach(words.data());
  EXPECT_THROW(memory.detach(words.data()), MpiError);
}

}  // namespace
}  // namespace bamboo::mpi
