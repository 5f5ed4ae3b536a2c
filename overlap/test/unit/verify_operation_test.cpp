// SPDX-License-Identifier: Apache-2.0
// The verifier gets pairs at wrong places, which the pass never makes: every complaint has a
// function that deserves it.
#include "operations_fixture.h"

namespace bamboo::overlap {
namespace {

TEST(Verify, RightPairHasNoProblem) {
  EXPECT_EQ(problem_of({start_ir, other_ir, wait_ir, "store double 1.0, ptr %buffer", "ret void"}),
            "");
}

TEST(Verify, RightPairOverBranch) {
  EXPECT_EQ(problem_of({start_ir, "br i1 %which, label %one, label %on", "one:", other_ir,
                        "br label %on", "on:", wait_ir, "ret void"}),
            "");
}

TEST(Verify, RightPairInLoop) {
  EXPECT_EQ(problem_of({"br label %again", "again:", start_ir, other_ir, wait_ir,
                        "br i1 %which, label %again, label %on", "on:", "ret void"}),
            "");
}

TEST(Verify, BufferTouched) {
  EXPECT_EQ(problem_of({start_ir, "%value = load double, ptr %buffer", wait_ir, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(Verify, BufferTouchedInBranch) {
  EXPECT_EQ(problem_of({start_ir, "br i1 %which, label %one, label %on",
                        "one:", "store double 1.0, ptr %buffer", "br label %on", "on:", wait_ir,
                        "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(Verify, FunctionEnds) {
  EXPECT_EQ(problem_of({start_ir, "br i1 %which, label %early, label %on", "early:", "ret void",
                        "on:", wait_ir, "ret void"}),
            "the function ends while it is pending");
}

TEST(Verify, CompletedBeforeStarted) {
  EXPECT_EQ(problem_of({wait_ir, start_ir, "ret void"}), "the function ends while it is pending");
}

TEST(Verify, StartedAgain) {
  EXPECT_EQ(problem_of({"br label %again", "again:", start_ir,
                        "br i1 %which, label %again, label %on", "on:", wait_ir, "ret void"}),
            "it is started again while it is pending");
}

TEST(Verify, CompletedOnOtherPath) {
  EXPECT_EQ(problem_of({"br i1 %which, label %one, label %on", "one:", start_ir, "br label %on",
                        "on:", wait_ir, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(Verify, CompletedTwice) {
  EXPECT_EQ(problem_of({start_ir, "br label %again", "again:", wait_ir,
                        "br i1 %which, label %again, label %on", "on:", "ret void"}),
            "it is completed twice");
}

TEST(Verify, RequestOverwritten) {
  EXPECT_EQ(problem_of({start_ir, "store ptr null, ptr %request", wait_ir, "ret void"}),
            "its request is used by others while it is pending");
}

TEST(Verify, UnknownCall) {
  EXPECT_EQ(problem_of({start_ir, "call void @unknown()", wait_ir, "ret void"}),
            "a statement is executed while it is pending: its body is not visible, so it may "
            "call MPI");
}

TEST(Verify, LocalInquiry) {
  EXPECT_EQ(
      problem_of({start_ir, "call i32 @MPI_Comm_rank(ptr null, ptr %other)", wait_ir, "ret void"}),
      "");
}

TEST(Verify, LocalInquiryAnswersIntoBuffer) {
  EXPECT_EQ(
      problem_of({start_ir, "call i32 @MPI_Comm_rank(ptr null, ptr %buffer)", wait_ir, "ret void"}),
      "the receive buffer is accessed while it is pending");
}

TEST(Verify, ClockWhoseTimeIsPrinted) {
  EXPECT_EQ(problem_of({start_ir, "%time = call double @MPI_Wtime()", wait_ir,
                        "call i32 (ptr, ...) @printf(ptr @text, double %time)", "ret void"}),
            "");
}

TEST(Verify, ClockWhoseTimeDecides) {
  EXPECT_EQ(
      problem_of({start_ir, "%time = call double @MPI_Wtime()", wait_ir,
                  "%is_late = fcmp ogt double %time, 1.0", "br i1 %is_late, label %late, label %on",
                  "late:", "call void @unknown()", "br label %on", "on:", "ret void"}),
      "a statement is executed while it is pending: it reads a clock, and the time may decide what "
      "the program does");
}

TEST(Verify, ClockDuringBarrier) {
  EXPECT_EQ(
      problem_of({start_ir, "call double @MPI_Wtime()", wait_ir, "ret void"}, {.is_barrier = true}),
      "memory that other ranks may share is accessed while it is pending");
}

TEST(Verify, Volatile) {
  EXPECT_EQ(problem_of({start_ir, "store volatile i32 1, ptr %other", wait_ir, "ret void"}),
            "a statement is executed while it is pending: it is volatile, atomic, assembly, or "
            "changes the stack");
}

TEST(Verify, OtherMpiCall) {
  EXPECT_EQ(problem_of({start_ir, "call i32 @MPI_Wait(ptr %request2)", wait_ir, "ret void"}),
            "a statement is executed while it is pending: it calls MPI");
}

TEST(Verify, OtherOperationOnOtherMemory) {
  EXPECT_EQ(problem_of({start_ir, start2_ir, wait_ir, wait2_ir, "ret void"}), "");
}

TEST(Verify, OtherOperationOnSameMemory) {
  const std::initializer_list<const char*> lines = {start_ir, start2_ir, wait_ir, wait2_ir,
                                                    "ret void"};
  EXPECT_EQ(problem_of(lines, {.second_buffer = "buffer"}),
            "another operation on the same memory is started while it is pending");
}

TEST(Verify, OtherOperationDuringBarrier) {
  EXPECT_EQ(problem_of({start_ir, start2_ir, wait_ir, wait2_ir, "ret void"}, {.is_barrier = true}),
            "another operation is started although a barrier separates the two");
}

TEST(Verify, BarrierAndSharedMemory) {
  EXPECT_EQ(problem_of({start_ir, other_ir, wait_ir, "ret void"}, {.is_barrier = true}),
            "memory that other ranks may share is accessed while it is pending");
}

TEST(Verify, BarrierAndPrivateMemory) {
  EXPECT_EQ(problem_of({"%own = alloca double", start_ir, "store double 1.0, ptr %own", wait_ir,
                        "ret void"},
                       {.is_barrier = true}),
            "");
}

constexpr char null_ir[] = "store ptr @ompi_request_null, ptr %request";
constexpr char wait_ignored_ir[] = "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr null)";
constexpr char wait_with_status_ir[] =
    "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr %second)";

TEST(Verify, RightPairOutOfConditional) {
  EXPECT_EQ(problem_of({null_ir, branch_ir, "one:", start_ir, "br label %on", "on:", other_ir,
                        wait_ignored_ir, "ret void"}),
            "");
}

TEST(Verify, CallsTheMpiForNothing) {
  EXPECT_EQ(
      problem_of({null_ir, branch_ir, "one:", start_ir, "br label %on", "on:", other_ir,
                  "%wait = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr null)", "ret void"}),
      calls_for_nothing_ir);
}

/// The completion calls a guard, which asks whether something is pending, with `from` replaced.
std::string problem_of_guard(const std::string& from, const std::string& to) {
  const std::string guard = replaced(guards_ir, "@bamboo.MPI_Wait(", "@guard(");
  return Function(joined({null_ir, branch_ir, "one:", start_ir, "br label %on", "on:",
                          "%wait = call i32 @guard(ptr %request, ptr null)", "ret void", "}"}) +
                  replaced(guard.substr(0, guard.find('}')), from, to))
      .problem({});
}

TEST(Verify, GuardAsksForSomethingElse) {
  EXPECT_EQ(problem_of_guard("@ompi_request_null", "null"), calls_for_nothing_ir);
}

TEST(Verify, GuardWaitsOnTheWrongWay) {
  EXPECT_EQ(problem_of_guard("label %waits, label %leaves", "label %leaves, label %waits"),
            calls_for_nothing_ir);
}

TEST(Verify, GuardWaitsOnBothWays) {
  EXPECT_EQ(problem_of_guard("ret i32 0", "br label %waits"), calls_for_nothing_ir);
}

TEST(Verify, GuardNeverWaits) {
  EXPECT_EQ(problem_of_guard("%error = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr %status)",
                             "%error = add i32 1, 0"),
            calls_for_nothing_ir);
}

TEST(Verify, GuardWaitsForSomethingElse) {
  EXPECT_EQ(problem_of_guard("@MPI_Wait(ptr %request", "@MPI_Wait(ptr %status"),
            calls_for_nothing_ir);
}

TEST(Verify, StatusOfNothing) {
  EXPECT_EQ(problem_of({null_ir, branch_ir, "one:", start_ir, "br label %on",
                        "on:", wait_with_status_ir, "ret void"}),
            "it is completed where it was not started: its status may be looked at on the other "
            "ways");
}

TEST(Verify, ErrorCodeOfNothing) {
  EXPECT_EQ(problem_of({null_ir, branch_ir, "one:", start_ir, "br label %on",
                        "on:", wait_ignored_ir, "%failed = icmp ne i32 %wait, 0", "ret void"}),
            "it is completed where it was not started: its error code is looked at");
}

TEST(Verify, NothingIsSomethingElse) {
  EXPECT_EQ(problem_of({"store ptr null, ptr %request", branch_ir, "one:", start_ir, "br label %on",
                        "on:", wait_ignored_ir, "ret void"}),
            "its request is used by others before it is completed");
}

TEST(Verify, NothingOnOneWayOnly) {
  EXPECT_EQ(problem_of({"br i1 %which, label %sets, label %between", "sets:", null_ir,
                        "br label %between", "between:", branch_ir, "one:", start_ir,
                        "br label %on", "on:", wait_ignored_ir, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(Verify, SetToNothingWhilePending) {
  EXPECT_EQ(problem_of({branch_ir, "one:", start_ir, "br label %on", "on:", null_ir,
                        wait_ignored_ir, "ret void"}),
            "its request is used by others while it is pending");
}

TEST(Verify, NothingBeforeAnotherRound) {
  // The second round comes to the completion with what the first one has left.
  EXPECT_EQ(problem_of({null_ir, "br label %again", "again:", branch_ir, "one:", start_ir,
                        "br label %on", "on:", wait_ignored_ir,
                        "br i1 %which, label %again, label %end", "end:", "ret void"}),
            "it is completed twice");
}

TEST(Verify, BufferTouchedBehindConditional) {
  EXPECT_EQ(problem_of({null_ir, branch_ir, "one:", start_ir, "br label %on",
                        "on:", "store double 1.0, ptr %buffer", wait_ignored_ir, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

}  // namespace
}  // namespace bamboo::overlap
