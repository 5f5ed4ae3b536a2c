// SPDX-License-Identifier: Apache-2.0
#include "matching/collective_call.h"

#include <gtest/gtest.h>

namespace bamboo::mpi {
namespace {

/// The call of the other rank, after it has travelled with a message.
std::string contradiction(CollectiveCall mine, CollectiveCall theirs) {
  const CollectiveCall arrived(theirs.word());
  return mine.agrees_with(arrived) ? "" : mine.contradiction(arrived, 2);
}

TEST(CollectiveCall, TheSameCallAgrees) {
  const CollectiveCall call("MPI_Reduce", 3, MPI_SUM, MPI_INT);
  EXPECT_EQ(contradiction(call, call), "");
  EXPECT_TRUE(call.is_one());
  EXPECT_FALSE(CollectiveCall().is_one());
}

TEST(CollectiveCall, AnotherFunctionIsNamed) {
  EXPECT_EQ(
      contradiction(CollectiveCall("MPI_Bcast", 0), CollectiveCall("MPI_Scatterv", 0)),
      "rank 2 calls MPI_Scatterv where this rank calls MPI_Bcast; all ranks of a communicator "
      "must make the same collective calls in the same order");
}

TEST(CollectiveCall, ABlockingOneDoesNotMatchANonblockingOne) {
  EXPECT_NE(contradiction(CollectiveCall("MPI_Barrier"), CollectiveCall("MPI_Ibarrier")), "");
}

TEST(CollectiveCall, AnotherRootIsNamed) {
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Bcast", 0), CollectiveCall("MPI_Bcast", 5)),
            "rank 2 calls it with root 5, this rank with root 0");
}

TEST(CollectiveCall, ARootWithoutRoomIsNotKnown) {
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Bcast", 1), CollectiveCall("MPI_Bcast", 1 << 20)),
            "");
  EXPECT_EQ(CollectiveCall("MPI_Bcast", 1 << 20).root(), -1);
}

TEST(CollectiveCall, AnotherOperationIsNamed) {
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Allreduce", -1, MPI_SUM, MPI_INT),
                          CollectiveCall("MPI_Allreduce", -1, MPI_MAXLOC, MPI_2INT)),
            "rank 2 calls it with MPI_MAXLOC, this rank with MPI_SUM");
}

TEST(CollectiveCall, AnOperationOfTheProgramHasNoName) {
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Allreduce"),
                          CollectiveCall("MPI_Allreduce", -1, MPI_SUM, MPI_INT)),
            "");
}

TEST(CollectiveCall, TypesOfOtherElementsAreNamed) {
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Scan", -1, MPI_SUM, MPI_INT),
                          CollectiveCall("MPI_Scan", -1, MPI_SUM, MPI_FLOAT)),
            "rank 2 calls it with MPI_FLOAT, this rank with MPI_INT");
  EXPECT_EQ(contradiction(CollectiveCall("MPI_Scan", -1, MPI_SUM, MPI_INT),
                          CollectiveCall("MPI_Scan", -1, MPI_SUM, MPI_INT32_T)),
            "");
}

/// As Collective labels its messages.
CollectiveCall about(CollectiveCall call, MPI_Datatype type) {
  return call.with_elements(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(type)) &
                            0xff);
}

TEST(CollectiveCall, TypesWithoutAnOperationOnBothSidesDoNotContradict) {
  const CollectiveCall ours("MPI_Allreduce"), mpis("MPI_Allreduce", -1, MPI_SUM, MPI_INT);
  EXPECT_EQ(contradiction(about(ours, MPI_FLOAT), mpis), "");
  EXPECT_EQ(contradiction(mpis, about(ours, MPI_FLOAT)), "");
  EXPECT_EQ(contradiction(about(CollectiveCall("MPI_Bcast", 1), MPI_FLOAT),
                          about(CollectiveCall("MPI_Bcast", 1), MPI_INT)),
            "");
}

TEST(CollectiveCall, ElementsChangeNothingElse) {
  const CollectiveCall call("MPI_Scan", -1, MPI_SUM, MPI_INT);
  EXPECT_EQ(about(call, MPI_INT), call);
  const CollectiveCall other = about(call, MPI_DOUBLE);
  EXPECT_NE(other, call);
  EXPECT_NE(other.elements(), call.elements());
  EXPECT_EQ(other, CollectiveCall("MPI_Scan", -1, MPI_SUM, MPI_DOUBLE));
  EXPECT_TRUE(other.is_one());
}

}  // namespace
}  // namespace bamboo::mpi
