// SPDX-License-Identifier: Apache-2.0
// What types are made of with large counts, and types that are found by what they hold. The
// installed MPIs do not have these functions or get them wrong, so no end-to-end program can
// compare them.
#include <array>
#include <limits>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(TypeContents, 1, 3);

struct Numbers {
  MPI_Count integers = -1, addresses = -1, counts = -1, types = -1;
  int combiner = -1;
  explicit Numbers(MPI_Datatype type) {
    MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner);
  }
  bool operator==(const std::array<MPI_Count, 4>& other) const {
    return std::array{integers, addresses, counts, types} == other;
  }
};

int large_contents(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const MPI_Count blocks[] = {2, MPI_Count{1} << 33}, places[] = {0, MPI_Count{1} << 36};
  const MPI_Datatype members[] = {MPI_INT, MPI_CHAR};
  MPI_Datatype type;
  MPI_Type_create_struct_c(2, blocks, places, members, &type);
  EXPECT_TRUE(Numbers(type) == (std::array<MPI_Count, 4>{0, 0, 5, 2}));
  MPI_Count counts[5] = {}, size = 0;
  MPI_Datatype types[2];
  MPI_Type_get_contents_c(type, 0, 0, 5, 2, nullptr, nullptr, counts, types);
  EXPECT_EQ(counts[0], 2);
  EXPECT_EQ(counts[2], blocks[1]);
  EXPECT_EQ(counts[4], places[1]);
  EXPECT_EQ(types[1], MPI_CHAR);
  MPI_Type_size_c(type, &size);
  EXPECT_EQ(size, (MPI_Count{1} << 33) + 8);
  int narrow = 0, unused = 0;
  MPI_Type_size(type, &narrow);
  EXPECT_EQ(narrow, MPI_UNDEFINED);
  EXPECT_EQ(MPI_Type_get_envelope(type, &unused, &unused, &unused, &unused), MPI_ERR_TYPE);
  MPI_Type_free(&type);

  MPI_Type_contiguous_c(3, MPI_INT, &type);
  EXPECT_TRUE(Numbers(type) == (std::array<MPI_Count, 4>{0, 0, 1, 1}));
  MPI_Type_free(&type);
  MPI_Type_contiguous(3, MPI_INT, &type);
  EXPECT_TRUE(Numbers(type) == (std::array<MPI_Count, 4>{1, 0, 0, 1}));
  MPI_Type_free(&type);
  const MPI_Count sizes[] = {4, 4}, starts[] = {0, 0};
  MPI_Type_create_subarray_c(2, sizes, sizes, starts, MPI_ORDER_C, MPI_INT, &type);
  EXPECT_TRUE(Numbers(type) == (std::array<MPI_Count, 4>{2, 0, 6, 1}));
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, OfAConstructorWithLargeCountsAreLargeCounts) {
  run(large_contents);
}

int large_elements(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Datatype triple;
  MPI_Type_contiguous(3, MPI_INT, &triple);
  MPI_Type_commit(&triple);
  MPI_Status status{};
  const MPI_Count many = MPI_Count{5} << 31;
  MPI_Status_set_elements_c(&status, triple, many);
  MPI_Count count = 0;
  int narrow = 0;
  MPI_Get_elements_c(&status, triple, &count);
  EXPECT_EQ(count, many);
  MPI_Get_elements(&status, triple, &narrow);
  EXPECT_EQ(narrow, MPI_UNDEFINED);
  MPI_Get_count_c(&status, MPI_INT, &count);
  EXPECT_EQ(count, many);
  MPI_Get_count_c(&status, triple, &count);
  EXPECT_EQ(count, MPI_UNDEFINED) << "the last element is not whole";
  MPI_Type_free(&triple);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, ElementsMayBeMoreThanAnIntCounts) {
  run(large_elements);
}

int parameterized(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Datatype type, again;
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  EXPECT_EQ(type, MPI_REAL8);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &type);
  EXPECT_EQ(type, MPI_INTEGER2);
  EXPECT_EQ(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 3, &type), MPI_ERR_ARG);

  MPI_Type_create_f90_real(12, 100, &type);
  MPI_Type_create_f90_real(12, 100, &again);
  EXPECT_EQ(type, again);
  int integers = 0, addresses = 0, types = 0, combiner = 0, numbers[2] = {}, size = 0;
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  EXPECT_EQ(combiner, MPI_COMBINER_F90_REAL);
  EXPECT_EQ(integers, 2);
  MPI_Type_get_contents(type, 2, 0, 0, numbers, nullptr, nullptr);
  EXPECT_EQ(numbers[0], 12);
  EXPECT_EQ(numbers[1], 100);
  EXPECT_EQ(MPI_Type_free(&again), MPI_ERR_TYPE);
  const double mine = 1.5;
  double sum = 0;
  EXPECT_EQ(MPI_Allreduce(&mine, &sum, 1, type, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(sum, 1.5 * world_size());
  MPI_Type_create_f90_complex(MPI_UNDEFINED, 30, &type);
  MPI_Type_size(type, &size);
  EXPECT_EQ(size, 8);
  MPI_Type_create_f90_integer(9, &type);
  MPI_Type_size(type, &size);
  EXPECT_EQ(size, 4);
  EXPECT_EQ(MPI_Type_create_f90_integer(60, &type), MPI_ERR_ARG);

  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type);
  EXPECT_EQ(type, MPI_DOUBLE_INT);
  MPI_Type_get_value_index(MPI_CHAR, MPI_DOUBLE, &type);
  EXPECT_EQ(type, MPI_DATATYPE_NULL);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, PredefinedTypesAreFoundByWhatTheyHold) {
  run(parameterized);
}

int external(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const long numbers[] = {-5, 70000};
  long back[2] = {};
  unsigned char packed[64] = {};
  MPI_Count position = 0, size = 0;
  MPI_Pack_external_c("external32", numbers, 2, MPI_LONG, packed, sizeof packed, &position);
  EXPECT_EQ(position, 8) << "a long has four bytes there";
  EXPECT_EQ(packed[3], 0xfb);
  position = 0;
  MPI_Unpack_external_c("external32", packed, 8, &position, back, 2, MPI_LONG);
  EXPECT_EQ(back[0], -5);
  EXPECT_EQ(back[1], 70000);
  const long too_large = 1L << 40;
  position = 0;
  EXPECT_EQ(MPI_Pack_external_c("external32", &too_large, 1, MPI_LONG, packed, 64, &position),
            MPI_ERR_CONVERSION);
  const long double third = 1.0L / 3;
  long double its_copy = 0;
  MPI_Pack_external_c("external32", &third, 1, MPI_LONG_DOUBLE, packed, sizeof packed, &position);
  EXPECT_EQ(packed[0], 0x3f);
  EXPECT_EQ(packed[1], 0xfd);
  position = 0;
  MPI_Unpack_external_c("external32", packed, 16, &position, &its_copy, 1, MPI_LONG_DOUBLE);
  EXPECT_EQ(its_copy, third);
  MPI_Pack_external_size_c("external32", 3, MPI_DOUBLE_INT, &size);
  EXPECT_EQ(size, 36);
  EXPECT_EQ(MPI_Pack_external_size_c("native", 3, MPI_INT, &size), MPI_ERR_ARG);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, TheExternalFormHasItsOwnSizes) {
  run(external);
}

void add(void* in, void* inout, MPI_Count* count, MPI_Datatype* type) {
  EXPECT_EQ(*type, MPI_INT);
  for (MPI_Count i = 0; i < *count; ++i) static_cast<int*>(inout)[i] += static_cast<int*>(in)[i];
}
int operation(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Op op;
  int mine[] = {1, world_rank()}, sums[2] = {};
  MPI_Op_create_c(add, 1, &op);
  MPI_Allreduce_c(mine, sums, 2, MPI_INT, op, MPI_COMM_WORLD);
  EXPECT_EQ(sums[0], world_size());
  EXPECT_EQ(sums[1], world_size() * (world_size() - 1) / 2);
  MPI_Reduce_local_c(mine, sums, 1, MPI_INT, op);
  EXPECT_EQ(sums[0], world_size() + 1);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, AnOperationTakesLargeCounts) {
  run(operation);
}

int failing_copy(MPI_Datatype, int, void*, void*, void*, int*) {
  return MPI_ERR_NO_MEM;
}
int attributes(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Datatype type, copy = MPI_INT;
  int key = 0;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_create_keyval(failing_copy, MPI_TYPE_NULL_DELETE_FN, &key, nullptr);
  MPI_Type_set_attr(type, key, &key);
  EXPECT_EQ(MPI_Type_dup(type, &copy), MPI_ERR_NO_MEM);
  EXPECT_EQ(copy, MPI_DATATYPE_NULL);
  EXPECT_EQ(MPI_Comm_set_attr(MPI_COMM_WORLD, key, nullptr), MPI_ERR_KEYVAL)
      << "a key is of one kind of objects";
  MPI_Type_free_keyval(&key);
  EXPECT_EQ(MPI_Type_free(&type), MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
TEST_P(TypeContents, ACopyFunctionThatFailsLeavesNoDuplicate) {
  run(attributes);
}

}  // namespace
}  // namespace bamboo::mpi
