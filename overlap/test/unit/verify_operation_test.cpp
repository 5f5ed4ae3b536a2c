// SPDX-License-Identifier: Apache-2.0
// The verifier gets pairs at wrong places, which the pass never makes: every complaint has a
// function that deserves it.
#include "operations_fixture.h"

namespace bamboo::overlap {
namespace {

TEST(Verify, RightPairHasNoProblem) {
  EXPECT_EQ(problem_of({kStart, kOther, kWait, "store double 1.0, ptr %buffer", "ret void"}), "");
}

TEST(Verify, RightPairOverBranch) {
  EXPECT_EQ(problem_of({kStart, "br i1 %which, label %one, label %on", "one:", kOther,
                        "br label %on", "on:", kWait, "ret void"}),
            "");
}

TEST(Verify, RightPairInLoop) {
  EXPECT_EQ(problem_of({"br label %again", "again:", kStart, kOther, kWait,
                        "br i1 %which, label %again, label %on", "on:", "ret void"}),
            "");
}

TEST(Verify, BufferTouched) {
  EXPECT_EQ(problem_of({kStart, "%value = load double, ptr %buffer", kWait, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(Verify, BufferTouchedInBranch) {
  EXPECT_EQ(problem_of({kStart, "br i1 %which, label %one, label %on", "one:",
                        "store double 1.0, ptr %buffer", "br label %on", "on:", kWait, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

TEST(Verify, FunctionEnds) {
  EXPECT_EQ(problem_of({kStart, "br i1 %which, label %early, label %on", "early:", "ret void",
                        "on:", kWait, "ret void"}),
            "the function ends while it is pending");
}

TEST(Verify, CompletedBeforeStarted) {
  EXPECT_EQ(problem_of({kWait, kStart, "ret void"}), "the function ends while it is pending");
}

TEST(Verify, StartedAgain) {
  EXPECT_EQ(problem_of({"br label %again", "again:", kStart,
                        "br i1 %which, label %again, label %on", "on:", kWait, "ret void"}),
            "it is started again while it is pending");
}

TEST(Verify, CompletedOnOtherPath) {
  EXPECT_EQ(problem_of({"br i1 %which, label %one, label %on", "one:", kStart, "br label %on",
                        "on:", kWait, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(Verify, CompletedTwice) {
  EXPECT_EQ(problem_of({kStart, "br label %again", "again:", kWait,
                        "br i1 %which, label %again, label %on", "on:", "ret void"}),
            "it is completed twice");
}

TEST(Verify, RequestOverwritten) {
  EXPECT_EQ(problem_of({kStart, "store ptr null, ptr %request", kWait, "ret void"}),
            "its request is used by others while it is pending");
}

TEST(Verify, UnknownCall) {
  EXPECT_EQ(problem_of({kStart, "call void @unknown()", kWait, "ret void"}),
            "a statement is executed while it is pending: its body is not visible, so it may "
            "call MPI");
}

TEST(Verify, LocalInquiry) {
  EXPECT_EQ(
      problem_of({kStart, "call i32 @MPI_Comm_rank(ptr null, ptr %other)", kWait, "ret void"}), "");
}

TEST(Verify, LocalInquiryAnswersIntoBuffer) {
  EXPECT_EQ(
      problem_of({kStart, "call i32 @MPI_Comm_rank(ptr null, ptr %buffer)", kWait, "ret void"}),
      "the receive buffer is accessed while it is pending");
}

TEST(Verify, ClockWhoseTimeIsPrinted) {
  EXPECT_EQ(problem_of({kStart, "%time = call double @MPI_Wtime()", kWait,
                        "call i32 (ptr, ...) @printf(ptr @text, double %time)", "ret void"}),
            "");
}

TEST(Verify, ClockWhoseTimeDecides) {
  EXPECT_EQ(
      problem_of({kStart, "%time = call double @MPI_Wtime()", kWait,
                  "%is_late = fcmp ogt double %time, 1.0", "br i1 %is_late, label %late, label %on",
                  "late:", "call void @unknown()", "br label %on", "on:", "ret void"}),
      "a statement is executed while it is pending: it reads a clock, and the time may decide what "
      "the program does");
}

TEST(Verify, ClockDuringBarrier) {
  EXPECT_EQ(
      problem_of({kStart, "call double @MPI_Wtime()", kWait, "ret void"}, {.is_barrier = true}),
      "memory that other ranks may share is accessed while it is pending");
}

TEST(Verify, Volatile) {
  EXPECT_EQ(problem_of({kStart, "store volatile i32 1, ptr %other", kWait, "ret void"}),
            "a statement is executed while it is pending: it is volatile, atomic, assembly, or "
            "changes the stack");
}

TEST(Verify, OtherMpiCall) {
  EXPECT_EQ(problem_of({kStart, "call i32 @MPI_Wait(ptr %request2)", kWait, "ret void"}),
            "a statement is executed while it is pending: it calls MPI");
}

TEST(Verify, OtherOperationOnOtherMemory) {
  EXPECT_EQ(problem_of({kStart, kStart2, kWait, kWait2, "ret void"}), "");
}

TEST(Verify, OtherOperationOnSameMemory) {
  const std::initializer_list<const char*> lines = {kStart, kStart2, kWait, kWait2, "ret void"};
  EXPECT_EQ(problem_of(lines, {.second_buffer = "buffer"}),
            "another operation on the same memory is started while it is pending");
}

TEST(Verify, OtherOperationDuringBarrier) {
  EXPECT_EQ(problem_of({kStart, kStart2, kWait, kWait2, "ret void"}, {.is_barrier = true}),
            "another operation is started although a barrier separates the two");
}

TEST(Verify, BarrierAndSharedMemory) {
  EXPECT_EQ(problem_of({kStart, kOther, kWait, "ret void"}, {.is_barrier = true}),
            "memory that other ranks may share is accessed while it is pending");
}

TEST(Verify, BarrierAndPrivateMemory) {
  EXPECT_EQ(
      problem_of({"%own = alloca double", kStart, "store double 1.0, ptr %own", kWait, "ret void"},
                 {.is_barrier = true}),
      "");
}

constexpr char kNull[] = "store ptr @ompi_request_null, ptr %request";
constexpr char kWaitIgnored[] = "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr null)";
constexpr char kWaitWithStatus[] = "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr %second)";

TEST(Verify, RightPairOutOfConditional) {
  EXPECT_EQ(problem_of({kNull, kBranch, "one:", kStart, "br label %on", "on:", kOther, kWaitIgnored,
                        "ret void"}),
            "");
}

TEST(Verify, CallsTheMpiForNothing) {
  EXPECT_EQ(
      problem_of({kNull, kBranch, "one:", kStart, "br label %on", "on:", kOther,
                  "%wait = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr null)", "ret void"}),
      kCallsForNothing);
}

/// The completion calls this function, which is to ask whether something is pending.
std::string problem_of_guard(const char* body) {
  return Function(
             std::string(kNull) + "\n" + kBranch + "\none:\n" + kStart +
             "br label %on\non:\n%wait = call i32 @guard(ptr %request, ptr null)\nret void\n}\n"
             "define internal i32 @guard(ptr %request, ptr %status) {\n" +
             body)
      .problem({});
}

TEST(Verify, GuardAsksForSomethingElse) {
  EXPECT_EQ(problem_of_guard(R"(
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, null
  br i1 %some, label %waits, label %leaves
waits:
  %error = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr %status)
  ret i32 %error
leaves:
  ret i32 0
)"),
            kCallsForNothing);
}

TEST(Verify, GuardWaitsOnTheWrongWay) {
  EXPECT_EQ(problem_of_guard(R"(
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, @ompi_request_null
  br i1 %some, label %leaves, label %waits
waits:
  %error = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr %status)
  ret i32 %error
leaves:
  ret i32 0
)"),
            kCallsForNothing);
}

TEST(Verify, GuardWaitsOnBothWays) {
  EXPECT_EQ(problem_of_guard(R"(
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, @ompi_request_null
  br i1 %some, label %waits, label %leaves
waits:
  %error = call i32 (ptr, ptr) @MPI_Wait(ptr %request, ptr %status)
  ret i32 %error
leaves:
  br label %waits
)"),
            kCallsForNothing);
}

TEST(Verify, GuardNeverWaits) {
  EXPECT_EQ(problem_of_guard(R"(
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, @ompi_request_null
  br i1 %some, label %waits, label %leaves
waits:
  ret i32 1
leaves:
  ret i32 0
)"),
            kCallsForNothing);
}

TEST(Verify, GuardWaitsForSomethingElse) {
  EXPECT_EQ(problem_of_guard(R"(
  %found = load ptr, ptr %request
  %some = icmp ne ptr %found, @ompi_request_null
  br i1 %some, label %waits, label %leaves
waits:
  %error = call i32 (ptr, ptr) @MPI_Wait(ptr %status, ptr %status)
  ret i32 %error
leaves:
  ret i32 0
)"),
            kCallsForNothing);
}

TEST(Verify, StatusOfNothing) {
  EXPECT_EQ(problem_of({kNull, kBranch, "one:", kStart, "br label %on", "on:", kWaitWithStatus,
                        "ret void"}),
            "it is completed where it was not started: its status may be looked at on the other "
            "ways");
}

TEST(Verify, ErrorCodeOfNothing) {
  EXPECT_EQ(problem_of({kNull, kBranch, "one:", kStart, "br label %on", "on:", kWaitIgnored,
                        "%failed = icmp ne i32 %wait, 0", "ret void"}),
            "it is completed where it was not started: its error code is looked at");
}

TEST(Verify, NothingIsSomethingElse) {
  EXPECT_EQ(problem_of({"store ptr null, ptr %request", kBranch, "one:", kStart, "br label %on",
                        "on:", kWaitIgnored, "ret void"}),
            "its request is used by others before it is completed");
}

TEST(Verify, NothingOnOneWayOnly) {
  EXPECT_EQ(problem_of({"br i1 %which, label %sets, label %between", "sets:", kNull,
                        "br label %between", "between:", kBranch, "one:", kStart, "br label %on",
                        "on:", kWaitIgnored, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(Verify, SetToNothingWhilePending) {
  EXPECT_EQ(
      problem_of({kBranch, "one:", kStart, "br label %on", "on:", kNull, kWaitIgnored, "ret void"}),
      "its request is used by others while it is pending");
}

TEST(Verify, NothingBeforeAnotherRound) {
  // The second round comes to the completion with what the first one has left.
  EXPECT_EQ(problem_of({kNull, "br label %again", "again:", kBranch, "one:", kStart, "br label %on",
                        "on:", kWaitIgnored, "br i1 %which, label %again, label %end",
                        "end:", "ret void"}),
            "it is completed twice");
}

TEST(Verify, BufferTouchedBehindConditional) {
  EXPECT_EQ(problem_of({kNull, kBranch, "one:", kStart, "br label %on",
                        "on:", "store double 1.0, ptr %buffer", kWaitIgnored, "ret void"}),
            "the receive buffer is accessed while it is pending");
}

}  // namespace
}  // namespace bamboo::overlap
