// SPDX-License-Identifier: Apache-2.0
// The verifier gets operations with completions at wrong places on several paths,
// which the pass never makes.
#include "operations_fixture.h"

namespace bamboo::overlap {
namespace {

constexpr char fork_ir[] = "br i1 %which, label %early, label %on";
constexpr char copy_ir[] = "%copy = call i32 @MPI_Wait(ptr %request)\n";

TEST(VerifyEarlyExits, RightPair) {
  EXPECT_EQ(problem_of({start_ir, fork_ir, "early:", copy_ir, "ret void", "on:", other_ir, wait_ir,
                        "store double 1.0, ptr %buffer", "ret void"}),
            "");
}

TEST(VerifyEarlyExits, WaitsForAnotherRequest) {
  EXPECT_EQ(problem_of({start_ir, fork_ir, "early:", "%copy = call i32 @MPI_Wait(ptr %request2)",
                        "ret void", "on:", wait_ir, "ret void"}),
            "its completions differ");
}

TEST(VerifyEarlyExits, CompletedTwice) {
  EXPECT_EQ(problem_of(
                {start_ir, fork_ir, "early:", copy_ir, "br label %on", "on:", wait_ir, "ret void"}),
            "it is completed twice");
}

TEST(VerifyEarlyExits, CompletedWhereItIsNotStarted) {
  EXPECT_EQ(problem_of({"br i1 %which, label %starts, label %early", "starts:", start_ir,
                        "br i1 %which, label %early, label %on", "early:", copy_ir, "ret void",
                        "on:", wait_ir, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(VerifyEarlyExits, BufferTouchedOnTheOtherWay) {
  EXPECT_EQ(problem_of({start_ir, fork_ir, "early:", "store double 1.0, ptr %buffer", copy_ir,
                        "ret void", "on:", wait_ir, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(VerifyEarlyExits, ErrorCode) {
  EXPECT_EQ(problem_of({start_ir, fork_ir, "early:", copy_ir, "%failed = icmp ne i32 %copy, 0",
                        "ret void", "on:", wait_ir, "ret void"}),
            "it is completed at several places: its error code is looked at");
}

TEST(VerifyEarlyExits, AThirdWayDoesNotWait) {
  EXPECT_EQ(problem_of({start_ir, fork_ir, "early:", copy_ir, "ret void",
                        "on:", "br i1 %which, label %third, label %last", "third:", "ret void",
                        "last:", wait_ir, "ret void"}),
            "the function ends while it is pending");
}

}  // namespace
}  // namespace bamboo::overlap
