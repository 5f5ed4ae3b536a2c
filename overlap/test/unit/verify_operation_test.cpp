// SPDX-License-Identifier: Apache-2.0
// The verifier is fed pairs that stand wrong, which the pass never makes: every complaint has a
// function that deserves it.
#include "pass/verify/verify_operation.h"

#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"

namespace bamboo::overlap {
namespace {

constexpr char kDeclarations[] = R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
declare i32 @MPI_Waitall(i32, ptr, ptr)
declare void @unknown()
@ompi_request_null = external global i8
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  %request2 = alloca ptr
  %count = alloca i32
)";

struct Operations {
  bool is_barrier = false;               ///< the first one
  const char* second_buffer = "second";  ///< of the second one
  bool is_own = false;                   ///< the first completion is the program's own
};

/// A function with the calls %start and %wait, %copy where the first operation is completed on
/// another way as well, and %start2 and %wait2 where there is a second operation: what the verifier
/// says of the first one.
class Function : ParsedModule {
 public:
  explicit Function(const std::string& body)
      : ParsedModule(kDeclarations + body + "}\n" + kGuards) {}

  std::string problem(const Operations& operations) {
    llvm::Function& function = *module->getFunction("program");
    NonblockingOperation first = pair("", "buffer"), second = pair("2", operations.second_buffer);
    first.orders_ranks = operations.is_barrier;
    if (operations.is_barrier) first.flight.clear();
    if (llvm::CallInst* copy = call("copy"))
      first.early_exits.push_back({nullptr, nullptr, {copy}, {}, {}});
    if (operations.is_own) {
      first.is_programs_own = true;
      first.initiation = nullptr;
    }
    llvm::SmallVector<NonblockingOperation*, 2> all = {&first};
    if (second.initiation != nullptr) all.push_back(&second);
    const Summaries summaries(*module, functions);
    const PointsTo points_to(*module, functions);
    const Dependence dependence(functions.getResult<llvm::AAManager>(function), summaries,
                                points_to);
    return verify_operation(first, all, dependence, summaries);
  }

 private:
  NonblockingOperation pair(const std::string& suffix, const char* buffer) {
    const llvm::Function& function = *module->getFunction("program");
    NonblockingOperation made;
    made.abi.emplace(Abi::Kind::open_mpi, context);
    made.initiation = call("start" + suffix);
    made.completion = call("wait" + suffix);
    made.request = llvm::cast<llvm::AllocaInst>(named("request" + suffix));
    for (const llvm::Argument& argument : function.args())
      if (argument.getName() == buffer)
        made.flight.push_back(
            {llvm::MemoryLocation::getBeforeOrAfter(&argument), true, AccessRole::receive_buffer});
    return made;
  }

  llvm::CallInst* call(const std::string& name) {
    return llvm::cast_or_null<llvm::CallInst>(named(name));
  }

  llvm::Instruction* named(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("program")))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  }
};

constexpr char kStart[] = "%start = call i32 @MPI_Irecv(ptr %buffer, ptr %request)\n";
constexpr char kWait[] = "%wait = call i32 @MPI_Wait(ptr %request)\n";
constexpr char kStart2[] = "%start2 = call i32 @MPI_Irecv(ptr %second, ptr %request2)\n";
constexpr char kWait2[] = "%wait2 = call i32 @MPI_Wait(ptr %request2)\n";
constexpr char kOther[] = "store double 1.0, ptr %other\n";

std::string problem_of(std::initializer_list<const char*> lines,
                       const Operations& operations = {}) {
  std::string body;
  for (const char* line : lines) body.append(line).append("\n");
  return Function(body).problem(operations);
}

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
            "the receive buffer is touched while it is pending");
}

TEST(Verify, BufferTouchedInBranch) {
  EXPECT_EQ(problem_of({kStart, "br i1 %which, label %one, label %on", "one:",
                        "store double 1.0, ptr %buffer", "br label %on", "on:", kWait, "ret void"}),
            "the receive buffer is touched while it is pending");
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
            "while it is pending, something else is executed: its body is not visible, so it may "
            "call MPI");
}

TEST(Verify, Volatile) {
  EXPECT_EQ(problem_of({kStart, "store volatile i32 1, ptr %other", kWait, "ret void"}),
            "while it is pending, something else is executed: it is volatile, atomic, assembly, or "
            "changes the stack");
}

TEST(Verify, OtherMpiCall) {
  EXPECT_EQ(problem_of({kStart, "call i32 @MPI_Wait(ptr %request2)", kWait, "ret void"}),
            "while it is pending, something else is executed: it calls MPI");
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
            "another operation is started while a barrier is to keep them apart");
}

TEST(Verify, BarrierAndSharedMemory) {
  EXPECT_EQ(problem_of({kStart, kOther, kWait, "ret void"}, {.is_barrier = true}),
            "memory that other ranks may share is touched while it is pending");
}

TEST(Verify, BarrierAndPrivateMemory) {
  EXPECT_EQ(
      problem_of({"%own = alloca double", kStart, "store double 1.0, ptr %own", kWait, "ret void"},
                 {.is_barrier = true}),
      "");
}

constexpr char kNull[] = "store ptr @ompi_request_null, ptr %request";
constexpr char kBranch[] = "br i1 %which, label %one, label %on";
constexpr char kWaitIgnored[] = "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr null)";
constexpr char kWaitWithStatus[] = "%wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr %second)";

constexpr char kCallsForNothing[] = "its completion calls the MPI where nothing was started";

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
            "it is completed where nothing was started: its status may be looked at on the other "
            "ways");
}

TEST(Verify, ErrorCodeOfNothing) {
  EXPECT_EQ(problem_of({kNull, kBranch, "one:", kStart, "br label %on", "on:", kWaitIgnored,
                        "%failed = icmp ne i32 %wait, 0", "ret void"}),
            "it is completed where nothing was started: its error code is looked at");
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
            "the receive buffer is touched while it is pending");
}

constexpr char kFork[] = "br i1 %which, label %early, label %on";
constexpr char kCopy[] = "%copy = call i32 @MPI_Wait(ptr %request)\n";

TEST(VerifyForks, RightPair) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", kCopy, "ret void", "on:", kOther, kWait,
                        "store double 1.0, ptr %buffer", "ret void"}),
            "");
}

TEST(VerifyForks, WaitsForAnotherRequest) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", "%copy = call i32 @MPI_Wait(ptr %request2)",
                        "ret void", "on:", kWait, "ret void"}),
            "its completions do not do the same");
}

TEST(VerifyForks, CompletedTwice) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", kCopy, "br label %on", "on:", kWait, "ret void"}),
            "it is completed twice");
}

TEST(VerifyForks, CompletedWhereItIsNotStarted) {
  EXPECT_EQ(problem_of({"br i1 %which, label %starts, label %early", "starts:", kStart,
                        "br i1 %which, label %early, label %on", "early:", kCopy, "ret void",
                        "on:", kWait, "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(VerifyForks, BufferTouchedOnTheOtherWay) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", "store double 1.0, ptr %buffer", kCopy, "ret void",
                        "on:", kWait, "ret void"}),
            "the receive buffer is touched while it is pending");
}

TEST(VerifyForks, ErrorCode) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", kCopy, "%failed = icmp ne i32 %copy, 0",
                        "ret void", "on:", kWait, "ret void"}),
            "it is completed at several places: its error code is looked at");
}

TEST(VerifyForks, AThirdWayDoesNotWait) {
  EXPECT_EQ(problem_of({kStart, kFork, "early:", kCopy, "ret void",
                        "on:", "br i1 %which, label %third, label %last", "third:", "ret void",
                        "last:", kWait, "ret void"}),
            "the function ends while it is pending");
}

// Completions of the program's own that have left a conditional.
constexpr char kNone[] = "store i32 0, ptr %count";
constexpr char kOne[] = "store i32 1, ptr %count";
constexpr char kCount[] = "%n = load i32, ptr %count";
constexpr char kWaitall[] = "%wait = call i32 @bamboo.MPI_Waitall(i32 %n, ptr %request, ptr null)";

std::string problem_of_own(std::initializer_list<const char*> lines) {
  return problem_of(lines, {.is_own = true});
}

TEST(VerifyOwn, RightOutOfConditional) {
  EXPECT_EQ(problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kOther,
                            kCount, kWaitall, "ret void"}),
            "");
}

TEST(VerifyOwn, BufferTouched) {
  EXPECT_EQ(problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on",
                            "on:", "store double 1.0, ptr %buffer", kCount, kWaitall, "ret void"}),
            "the receive buffer is touched while it is pending");
}

TEST(VerifyOwn, CallsTheMpiForNothing) {
  EXPECT_EQ(
      problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kOther, kCount,
                      "%wait = call i32 @MPI_Waitall(i32 %n, ptr %request, ptr null)", "ret void"}),
      kCallsForNothing);
}

TEST(VerifyOwn, CountOfTwoPlaces) {
  EXPECT_EQ(problem_of_own({kNone, kOne, kBranch, "one:", kStart, kOne, "br label %on",
                            "on:", kCount, kWaitall, "ret void"}),
            "how many requests it waits for is not known");
}

TEST(VerifyOwn, CountOfNothing) {
  EXPECT_EQ(
      problem_of_own({"%wait = call i32 @MPI_Waitall(i32 1, ptr %request, ptr null)", "ret void"}),
      "how many requests it waits for is not known");
}

TEST(VerifyOwn, CountIsLost) {
  EXPECT_EQ(problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kNone,
                            kCount, kWaitall, "ret void"}),
            "its request is used by others while it is pending");
}

TEST(VerifyOwn, CountIsNotSetOnOtherWay) {
  EXPECT_EQ(problem_of_own({kBranch, "one:", kStart, kOne, "br label %on", "on:", kCount, kWaitall,
                            "ret void"}),
            "it is completed on a path that does not start it");
}

TEST(VerifyOwn, CountOfTheLastRound) {
  EXPECT_EQ(problem_of_own({kNone, "br label %again", "again:", kBranch, "one:", kStart, kOne,
                            "br label %on", "on:", kCount, kWaitall,
                            "br i1 %which, label %again, label %end", "end:", "ret void"}),
            "it is completed twice");
}

TEST(VerifyOwn, FunctionEnds) {
  EXPECT_EQ(
      problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br i1 %which, label %on, label %early",
                      "early:", "ret void", "on:", kCount, kWaitall, "ret void"}),
      "the function ends while it is pending");
}

TEST(VerifyOwn, StatusOfNothing) {
  EXPECT_EQ(
      problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kCount,
                      "%wait = call i32 @bamboo.MPI_Waitall(i32 %n, ptr %request, ptr %second)",
                      "ret void"}),
      "it is completed where nothing was started: its status may be looked at on the other "
      "ways");
}

TEST(VerifyOwn, ErrorCodeOfNothing) {
  EXPECT_EQ(problem_of_own({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kCount,
                            kWaitall, "%failed = icmp ne i32 %wait, 0", "ret void"}),
            "it is completed where nothing was started: its error code is looked at");
}

TEST(VerifyOwn, OtherOperationOnSameMemory) {
  EXPECT_EQ(problem_of({kNone, kBranch, "one:", kStart, kOne, "br label %on", "on:", kStart2,
                        kCount, kWaitall, kWait2, "ret void"},
                       {.second_buffer = "buffer", .is_own = true}),
            "another operation on the same memory is started while it is pending");
}

}  // namespace
}  // namespace bamboo::overlap
