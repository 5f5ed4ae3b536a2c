// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <complex>
#include <numeric>

#include "errors/errors.h"
#include "types/constructors.h"

namespace bamboo::mpi {
namespace {

TEST(Predefined, PairsAreLaidOutAsStructures) {
  struct DoubleInt {
    double v;
    int i;
  };
  struct ShortInt {
    short v;
    int i;
  };
  struct LongDoubleInt {
    long double v;
    int i;
  };
  const auto check = [](MPI_Datatype handle, std::size_t size, std::size_t extent) {
    EXPECT_EQ(datatype(handle).size, size) << datatype(handle).name;
    EXPECT_EQ(datatype(handle).extent, static_cast<MPI_Aint>(extent)) << datatype(handle).name;
    EXPECT_EQ(datatype(handle).leaves, 2u) << datatype(handle).name;
  };
  check(MPI_DOUBLE_INT, 12, sizeof(DoubleInt));
  check(MPI_SHORT_INT, 6, sizeof(ShortInt));
  check(MPI_LONG_DOUBLE_INT, 20, sizeof(LongDoubleInt));
  check(MPI_2INT, 8, 8);
  EXPECT_EQ(datatype(MPI_SHORT_INT).segments.size(), 2u);
  EXPECT_EQ(datatype(MPI_SHORT_INT).segments[1].offset, 4);
  EXPECT_TRUE(datatype(MPI_2INT).contiguous);
  EXPECT_FALSE(datatype(MPI_DOUBLE_INT).contiguous);
}

TEST(Predefined, EveryConstantOfTheHeaderIsAType) {
  for (const MPI_Datatype handle :
       {MPI_AINT, MPI_COUNT, MPI_OFFSET, MPI_PACKED, MPI_BYTE, MPI_WCHAR, MPI_C_BOOL, MPI_CXX_BOOL,
        MPI_INT8_T, MPI_UINT64_T, MPI_LONG_LONG_INT, MPI_C_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX,
        MPI_LOGICAL16, MPI_INTEGER16, MPI_REAL2, MPI_COMPLEX32, MPI_2DOUBLE_PRECISION}) {
    const Datatype& type = datatype(handle);
    EXPECT_GT(type.size, 0u);
    EXPECT_EQ(type.uniform, handle);
    EXPECT_EQ(type.name.rfind("MPI_", 0), 0u);
  }
  EXPECT_EQ(datatype(MPI_C_LONG_DOUBLE_COMPLEX).size, sizeof(std::complex<long double>));
}

/// The standard ABI writes the logarithm of a fixed-size type's size into bits 3 to 5 of its
/// handle.
TEST(Predefined, HandlesOfFixedSizeTypesContainTheSize) {
  int checked = 0;
  for (const auto& [first, last] : {std::pair{0x240, 0x25f}, std::pair{0x2c0, 0x2ef}}) {
    for (std::intptr_t value = first; value <= last; value++) {
      const DatatypeRef& type = predefined(reinterpret_cast<MPI_Datatype>(value));
      if (!type) continue;
      EXPECT_EQ(type->size, std::size_t{1} << (value >> 3 & 7)) << type->name;
      checked++;
    }
  }
  EXPECT_EQ(checked, 30);
}

TEST(Handles, OfNullUncommittedAndFreedTypesAreErrors) {
  const auto error_class = [](MPI_Datatype handle) {
    try {
      datatype(handle);
    } catch (const MpiError& e) {
      return e.error_class;
    }
    return MPI_SUCCESS;
  };
  EXPECT_EQ(error_class(MPI_DATATYPE_NULL), MPI_ERR_TYPE);
  EXPECT_EQ(error_class(reinterpret_cast<MPI_Datatype>(0x204)), MPI_ERR_TYPE);
  EXPECT_EQ(error_class(reinterpret_cast<MPI_Datatype>(0x7f0000001234)), MPI_ERR_TYPE);
  const NewType type = make_contiguous(3, predefined(MPI_INT));
  type->combiner = MPI_COMBINER_CONTIGUOUS;
  const MPI_Datatype handle = new_handle(type);
  EXPECT_EQ(error_class(handle), MPI_ERR_TYPE);  // not committed
  type->committed = true;
  EXPECT_EQ(error_class(handle), MPI_SUCCESS);
  const DatatypeRef pending = datatype_ref(handle);
  free_handle(handle);
  EXPECT_EQ(error_class(handle), MPI_ERR_TYPE);
  EXPECT_EQ(pending->size, 12u);
  const MPI_Datatype next = new_handle(type);
  EXPECT_NE(next, handle) << "a slot that is used again must not bring an old handle back to life";
  free_handle(next);
}

TEST(Segments, AVectorIsOneWhateverItsLength) {
  const NewType v = make_vector(1000000, 3, 80, predefined(MPI_DOUBLE));
  ASSERT_EQ(v->segments.size(), 1u);
  EXPECT_EQ(v->segments[0].count, 1000000u);
  EXPECT_EQ(v->segments[0].bytes, 24u);
  EXPECT_EQ(v->segments[0].stride, 80);
}

TEST(Segments, ANestedDenseTypeIsContiguous) {
  const NewType inner = make_contiguous(4, predefined(MPI_INT));
  const NewType outer = make_vector(5, 2, 32, inner);
  EXPECT_TRUE(outer->contiguous);
  EXPECT_EQ(outer->segments.size(), 1u);
  EXPECT_EQ(outer->uniform, MPI_INT);
  EXPECT_EQ(outer->leaves, 40u);
}

TEST(Segments, AnIndexedTypeOfEqualStepsIsOne) {
  std::vector<MPI_Count> blocks(100, 2);
  std::vector<MPI_Aint> displacements(100);
  for (int i = 0; i < 100; i++) displacements[i] = 5 * i;
  EXPECT_EQ(make_indexed(blocks, displacements, 4, predefined(MPI_INT))->segments.size(), 1u);
}

TEST(Segments, AFaceOfAnArrayIsOnePerPlane) {
  const std::vector<MPI_Count> sizes{6, 7, 8}, sub{6, 7, 1}, start{0, 0, 3};
  const NewType face = make_subarray(sizes, sub, start, MPI_ORDER_C, predefined(MPI_DOUBLE));
  EXPECT_EQ(face->segments.size(), 1u);  // one column per row, rows equally far apart across planes
  EXPECT_EQ(face->size, 42 * 8u);
  EXPECT_EQ(face->extent, 6 * 7 * 8 * 8);
}

TEST(Packing, FromTheBottomOfMemory) {
  int values[3] = {1, 2, 3};
  const std::vector<MPI_Count> blocks{1, 1};
  const std::vector<MPI_Aint> addresses{reinterpret_cast<MPI_Aint>(&values[2]),
                                        reinterpret_cast<MPI_Aint>(&values[0])};
  const NewType type = make_indexed(blocks, addresses, 1, predefined(MPI_INT));
  int out[2] = {};
  Packer(MPI_BOTTOM, 1, *type).read(reinterpret_cast<std::byte*>(out), sizeof out);
  EXPECT_EQ(out[0], 3);
  EXPECT_EQ(out[1], 1);
}

TEST(Packing, AColumnTypeResizedToOneElementWalksColumns) {
  int matrix[4][5];
  std::iota(&matrix[0][0], &matrix[0][0] + 20, 0);
  const NewType column = make_resized(make_vector(4, 1, 20, predefined(MPI_INT)), 0, 4);
  int transposed[5][4];
  Packer(matrix, 5, *column).read(reinterpret_cast<std::byte*>(transposed), sizeof transposed);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) EXPECT_EQ(transposed[j][i], matrix[i][j]);
}

}  // namespace
}  // namespace bamboo::mpi
