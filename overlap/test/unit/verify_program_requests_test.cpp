// SPDX-License-Identifier: Apache-2.0
// The verifier gets completions of the program that have left a conditional and are at wrong
// places, which the pass never makes.
#include "operations_fixture.h"

namespace bamboo::overlap {
namespace {

constexpr char none_ir[] = "store i32 0, ptr %count";
constexpr char one_ir[] = "store i32 1, ptr %count";
constexpr char count_ir[] = "%n = load i32, ptr %count";
constexpr char waitall_ir[] =
    "%wait = call i32 @bamboo.MPI_Waitall(i32 %n, ptr %request, ptr null)";

std::string problem_of_own(std::initializer_list<const char*> lines) {
  return problem_of(lines, {.is_own = true});
}

TEST(VerifyOwn, RightOutOfConditional) {
  EXPECT_EQ(problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on",
                            "on:", other_ir, count_ir, waitall_ir, "ret void"}),
            "");
}

TEST(VerifyOwn, BufferTouched) {
  EXPECT_EQ(problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on", "on:",
                            "store double 1.0, ptr %buffer", count_ir, waitall_ir, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(VerifyOwn, CallsTheMpiForNothing) {
  EXPECT_EQ(
      problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on", "on:", other_ir,
                      count_ir, "%wait = call i32 @MPI_Waitall(i32 %n, ptr %request, ptr null)",
                      "ret void"}),
      calls_for_nothing_ir);
}

TEST(VerifyOwn, CountOfTwoPlaces) {
  EXPECT_EQ(problem_of_own({none_ir, one_ir, branch_ir, "one:", start_ir, one_ir, "br label %on",
                            "on:", count_ir, waitall_ir, "ret void"}),
            "the number of requests that it waits for is unknown");
}

TEST(VerifyOwn, CountOfNothing) {
  EXPECT_EQ(
      problem_of_own({"%wait = call i32 @MPI_Waitall(i32 1, ptr %request, ptr null)", "ret void"}),
      "the number of requests that it waits for is unknown");
}

TEST(VerifyOwn, CountIsLost) {
  EXPECT_EQ(problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on",
                            "on:", none_ir, count_ir, waitall_ir, "ret void"}),
            "its request is used by others while it is pending");
}

TEST(VerifyOwn, CountIsNotSetOnOtherWay) {
  EXPECT_EQ(problem_of_own({branch_ir, "one:", start_ir, one_ir, "br label %on", "on:", count_ir,
                            waitall_ir, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(VerifyOwn, CountOfTheLastRound) {
  EXPECT_EQ(problem_of_own({none_ir, "br label %again", "again:", branch_ir, "one:", start_ir,
                            one_ir, "br label %on", "on:", count_ir, waitall_ir,
                            "br i1 %which, label %again, label %end", "end:", "ret void"}),
            "it is completed twice");
}

TEST(VerifyOwn, FunctionEnds) {
  EXPECT_EQ(problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir,
                            "br i1 %which, label %on, label %early", "early:", "ret void",
                            "on:", count_ir, waitall_ir, "ret void"}),
            "the function ends while it is pending");
}

TEST(VerifyOwn, StatusOfNothing) {
  EXPECT_EQ(
      problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on", "on:", count_ir,
                      "%wait = call i32 @bamboo.MPI_Waitall(i32 %n, ptr %request, ptr %second)",
                      "ret void"}),
      "it is completed where it was not started: its status may be looked at on the other "
      "ways");
}

TEST(VerifyOwn, ErrorCodeOfNothing) {
  EXPECT_EQ(problem_of_own({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on", "on:",
                            count_ir, waitall_ir, "%failed = icmp ne i32 %wait, 0", "ret void"}),
            "it is completed where it was not started: its error code is looked at");
}

TEST(VerifyOwn, OtherOperationOnSameMemory) {
  EXPECT_EQ(problem_of({none_ir, branch_ir, "one:", start_ir, one_ir, "br label %on",
                        "on:", start2_ir, count_ir, waitall_ir, wait2_ir, "ret void"},
                       {.second_buffer = "buffer", .is_own = true}),
            "another operation on the same memory is started while it is pending");
}

}  // namespace
}  // namespace bamboo::overlap
