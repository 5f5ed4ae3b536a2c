// SPDX-License-Identifier: Apache-2.0
// Views and transfers against MPI's definition: data byte after data byte of filetypes in a row.
#include "files/view.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "errors/errors.h"
#include "files/temporary_folder.h"
#include "files/transfer.h"
#include "types/random_types.h"

namespace bamboo::mpi::test {
namespace {

DatatypeRef type_of(MPI_Datatype handle) {
  return predefined(handle);
}

/// A random filetype: no data in front of its beginning, an extent beyond 0.
Both random_filetype(RandomTypes& random) {
  Both both = random.make(random.number(0, 3));
  while (both.map.entries.empty()) both = random.make(random.number(0, 3));
  const MPI_Count one[] = {1};
  const MPI_Aint shift[] = {-both.map.true_lb()};
  const DatatypeRef types[] = {both.type};
  TypeMap map;
  map.add(both.map, shift[0]);
  const MPI_Aint extent = random.number(1, static_cast<int>(map.true_ub()) + 20);
  map.lb_markers = {0};
  map.ub_markers = {extent};
  return {map, make_resized(make_struct(one, shift, types), 0, extent)};
}

/// Where each of the first `bytes` data bytes is in the file.
std::vector<MPI_Offset> offsets(const TypeMap& map, MPI_Offset displacement, std::size_t bytes) {
  std::vector<MPI_Offset> all;
  for (MPI_Aint tile = 0; all.size() < bytes; ++tile)
    for (const auto& entry : map.entries)
      for (std::size_t i = 0; i < entry.size; ++i)
        all.push_back(displacement + tile * map.extent() + entry.displacement +
                      static_cast<MPI_Offset>(i));
  return all;
}

int class_of_failure(MPI_Offset displacement, const DatatypeRef& etype,
                     const DatatypeRef& filetype) {
  try {
    const View view(displacement, etype, filetype);
  } catch (const MpiError& error) {
    return error.error_class;
  }
  return MPI_SUCCESS;
}

class RandomView : public testing::TestWithParam<unsigned> {};

TEST_P(RandomView, FindsEachByte) {
  RandomTypes random(GetParam());
  for (int i = 0; i < 40; i++) {
    const Both filetype = random_filetype(random);
    const View view(random.number(0, 50), type_of(MPI_BYTE), filetype.type);
    const std::size_t first = static_cast<std::size_t>(random.number(0, 500)), bytes = 300;
    const auto expected = offsets(filetype.map, view.displacement, first + bytes);
    ASSERT_EQ(view.byte_offset(static_cast<MPI_Offset>(first)), expected[first]);
    Cursor cursor = view.cursor(first, bytes);
    for (std::size_t at = first; at < first + bytes;) {
      const auto wanted = static_cast<std::size_t>(random.number(1, 90));
      const Cursor::Run run = cursor.take(std::min(wanted, first + bytes - at));
      ASSERT_GT(run.total(), 0u);
      for (std::size_t n = 0; n < run.total(); ++n, ++at) {
        const auto block = static_cast<MPI_Aint>(n / run.bytes);
        ASSERT_EQ(offset_of(run) + block * run.stride + static_cast<MPI_Aint>(n % run.bytes),
                  expected[at]);
      }
    }
  }
}

TEST_P(RandomView, EndsWhereTheFileEnds) {
  RandomTypes random(GetParam());
  for (int i = 0; i < 40; i++) {
    const Both filetype = random_filetype(random);
    const View view(random.number(0, 50), type_of(MPI_BYTE), filetype.type);
    const MPI_Offset file_size = random.number(0, 400);
    MPI_Offset end = 0;
    while (view.byte_offset(end) < file_size) ++end;
    ASSERT_EQ(view.end(file_size), end);
  }
}

TEST_P(RandomView, IsWhatTransfersWriteAndRead) {
  const TemporaryFolder folder;
  RandomTypes random(GetParam() + 1000);
  for (int i = 0; i < 20; i++) {
    const Both filetype = random_filetype(random), memory = random_filetype(random);
    const View view(random.number(0, 50), type_of(MPI_BYTE), filetype.type);
    const auto count = static_cast<std::size_t>(random.number(0, 5));
    std::vector<std::byte> from(5 * memory.map.extent() + memory.map.true_ub());
    for (auto& byte : from) byte = static_cast<std::byte>(random.number(1, 255));
    const auto packed = memory.map.pack(from.data(), count);
    const auto first = static_cast<std::uint64_t>(random.number(0, 100));
    const auto where = offsets(filetype.map, view.displacement, first + packed.size());

    std::vector<std::byte> expected;
    for (std::size_t n = 0; n < packed.size(); ++n) {
      const auto at = static_cast<std::size_t>(where[first + n]);
      expected.resize(std::max(expected.size(), at + 1));
      expected[at] = packed[n];
    }
    const PosixFile file(folder.path() + "/" + std::to_string(i), O_RDWR | O_CREAT);
    const FileBuffer buffer{from.data(), count, *memory.type};
    ASSERT_EQ(write(file, view, first, buffer), packed.size());
    std::vector<std::byte> content(expected.size() + 1);
    ASSERT_EQ(file.read(0, content), expected.size());
    content.pop_back();
    ASSERT_EQ(content, expected);

    std::vector<std::byte> to(from.size());
    ASSERT_EQ(read(file, view, first, {to.data(), count, *memory.type}), packed.size());
    std::vector<std::byte> seen;
    for (std::size_t n = 0; n < packed.size(); ++n) seen.push_back(expected[where[first + n]]);
    std::vector<std::byte> unpacked(from.size());
    Unpacker(unpacked.data(), count, *memory.type).write(seen.data(), seen.size());
    ASSERT_EQ(to, unpacked);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomView, testing::Range(0u, 10u));

TEST(View, EndsBehindTheLastWholeOrPartialEtype) {
  const View ints(4, type_of(MPI_INT), type_of(MPI_INT));
  EXPECT_EQ(ints.end(0), 0);
  EXPECT_EQ(ints.end(4), 0);
  EXPECT_EQ(ints.end(5), 1);
  EXPECT_EQ(ints.end(8), 1);
  EXPECT_EQ(ints.end(9), 2);
}

TEST(View, OfTypesWithoutDataHasNone) {
  const View view(7, type_of(MPI_BYTE), make_contiguous(0, type_of(MPI_INT)));
  EXPECT_EQ(view.cursor(0, 10).take(10).total(), 0u);
  EXPECT_EQ(view.end(100), 0);
  EXPECT_EQ(view.byte_offset(3), 7);
}

TEST(View, RefusesWhatMpiForbids) {
  const DatatypeRef integer = type_of(MPI_INT), byte = type_of(MPI_BYTE);
  const MPI_Aint back[] = {-1};
  const MPI_Count one[] = {1};
  EXPECT_EQ(class_of_failure(0, integer, integer), MPI_SUCCESS);
  EXPECT_EQ(class_of_failure(-1, integer, integer), MPI_ERR_ARG);
  EXPECT_EQ(class_of_failure(0, integer, make_contiguous(6, byte)), MPI_ERR_ARG);
  EXPECT_EQ(class_of_failure(0, integer, make_indexed(one, back, 4, integer)), MPI_ERR_ARG);
  EXPECT_EQ(class_of_failure(0, integer, make_resized(integer, 0, 0)), MPI_ERR_ARG);
}

TEST(View, CountsWholeEtypes) {
  const View view(0, type_of(MPI_INT), type_of(MPI_INT));
  EXPECT_EQ(view.etypes_in(12), 3);
  EXPECT_THROW((void)view.etypes_in(13), MpiError);
}

}  // namespace
}  // namespace bamboo::mpi::test
