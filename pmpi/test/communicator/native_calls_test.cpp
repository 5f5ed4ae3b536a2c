// SPDX-License-Identifier: Apache-2.0
#include "communicator/native_calls.h"

#include <gtest/gtest.h>

#include <limits>

#include "arguments/call_size.h"

namespace bamboo::plans::pmpi {
namespace {

const MPI_Comm comm = MPI_COMM_WORLD;

bool stays(Operation operation, const Size& size) {
  return stays_native(operation, [=] { return size; }, comm);
}

class NativeCallsTest : public testing::Test {
 public:
  NativeCallsTest() { enable_operations((std::uint64_t{1} << operation_count) - 1); }
  ~NativeCallsTest() override {
    disable_operations();
    ++freed_communicators;  // what was kept is forgotten
  }
};

TEST_F(NativeCallsTest, AreFoundByElements) {
  const Size doubles = size_of(1, MPI_DOUBLE);
  EXPECT_FALSE(stays(Operation::Bcast, doubles));
  remember_native(Operation::Bcast, doubles, comm, 3, 20, 4095);
  EXPECT_FALSE(stays(Operation::Bcast, size_of(2, MPI_DOUBLE)));
  EXPECT_TRUE(stays(Operation::Bcast, size_of(3, MPI_DOUBLE)));
  EXPECT_TRUE(stays(Operation::Bcast, size_of(511, MPI_DOUBLE)));
  EXPECT_FALSE(stays(Operation::Bcast, size_of(512, MPI_DOUBLE)));
  EXPECT_FALSE(stays(Operation::Bcast, size_of(3, MPI_INT)));
  EXPECT_FALSE(stays(Operation::Gather, size_of(3, MPI_DOUBLE)));
}

TEST_F(NativeCallsTest, AreFoundWhereOthersWereFoundSince) {
  const Size one = size_of(1, MPI_INT), many = size_of(4096, MPI_INT);
  remember_native(Operation::Bcast, one, comm, 3, 0, 4095);
  remember_native(Operation::Bcast, many, comm, 3, 16384, 32767);
  EXPECT_TRUE(stays(Operation::Bcast, one));
  EXPECT_TRUE(stays(Operation::Bcast, many));
  EXPECT_FALSE(stays(Operation::Bcast, size_of(1024, MPI_INT)));
  EXPECT_FALSE(stays(Operation::Bcast, size_of(8192, MPI_INT)));
}

TEST_F(NativeCallsTest, AreNoneWhereNoWholeElementIsMeant) {
  remember_native(Operation::Bcast, size_of(1, MPI_DOUBLE), comm, 3, 9, 15);
  for (int count = 0; count < 3; ++count)
    EXPECT_FALSE(stays(Operation::Bcast, size_of(count, MPI_DOUBLE)));
}

TEST_F(NativeCallsTest, MayBeGivenWithoutASize) {
  remember_native(Operation::Gatherv, {}, comm, 3, 0, std::numeric_limits<std::size_t>::max());
  EXPECT_TRUE(stays(Operation::Gatherv, {}));
  EXPECT_FALSE(stays(Operation::Scatterv, {}));
}

TEST_F(NativeCallsTest, OfTypesThatMayBeFreedAreNotKept) {
  MPI_Datatype two;
  PMPI_Type_contiguous(2, MPI_INT, &two);
  PMPI_Type_commit(&two);
  remember_native(Operation::Bcast, size_of(1, two), comm, 3, 0, 4095);
  EXPECT_FALSE(stays(Operation::Bcast, size_of(1, two)));
  PMPI_Type_free(&two);
}

TEST_F(NativeCallsTest, AreFoundByTheSumOfAllCounts) {
  const int few[] = {1, 2, 3, 1000}, many[] = {1000, 0, 24};
  remember_native(Operation::Allgatherv, size_of(few, MPI_INT), comm, 3, 0, 4095);
  EXPECT_TRUE(stays(Operation::Allgatherv, size_of(few, MPI_INT)));
  EXPECT_FALSE(stays(Operation::Allgatherv, size_of(many, MPI_INT)));
}

TEST_F(NativeCallsTest, AreForgottenWithACommunicator) {
  remember_native(Operation::Bcast, size_of(1, MPI_INT), comm, 3, 0, 4095);
  EXPECT_TRUE(stays(Operation::Bcast, size_of(1, MPI_INT)));
  ++freed_communicators;
  EXPECT_FALSE(stays(Operation::Bcast, size_of(1, MPI_INT)));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
