// SPDX-License-Identifier: Apache-2.0
// Two receives into rows of one array, which the program compares: every way to do that wrongly has
// a function that deserves the complaint.
#include <llvm/IR/InstIterator.h>

#include "parsed_module.h"
#include "pass/verify/verify_operation.h"
#include "regions/pending_region.h"

namespace bamboo::overlap {
namespace {

constexpr char declarations_ir[] = R"(
declare i32 @MPI_Irecv(ptr, i32, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare i32 @MPI_Waitall(i32, ptr, ptr)
@ompi_request_null = external global i8
define void @program(ptr %u, ptr %v, i32 %n, i32 %m, i1 %which) {
  %request = alloca ptr
  %request2 = alloca ptr
)";

constexpr char start_ir[] = "%start = call i32 @MPI_Irecv(ptr %u, i32 %n, ptr %request)\n";
constexpr char region_ir[] = R"(
  %begin = ptrtoint ptr %u to i64
  %count = zext i32 %n to i64
  %bytes = mul i64 %count, 8
  %end = add i64 %begin, %bytes
)";
constexpr char region2_ir[] = R"(
  %begin2 = ptrtoint ptr %v to i64
  %count2 = zext i32 %m to i64
  %bytes2 = mul i64 %count2, 8
  %end2 = add i64 %begin2, %bytes2
)";
constexpr char meet_ir[] = R"(
  %below = icmp ult i64 %begin, %end2
  %above = icmp ult i64 %begin2, %end
  %meet = and i1 %below, %above
)";
constexpr char early_ir[] = R"(
  %how_many = zext i1 %meet to i32
  %early = call i32 @MPI_Waitall(i32 %how_many, ptr %request, ptr null)
)";
constexpr char start2_ir[] = "%start2 = call i32 @MPI_Irecv(ptr %v, i32 %m, ptr %request2)\n";
constexpr char waits_ir[] = R"(
  %wait = call i32 @MPI_Wait(ptr %request, ptr null)
  %wait2 = call i32 @MPI_Wait(ptr %request2, ptr null)
  ret void
)";

class Rows : ParsedModule {
 public:
  explicit Rows(const std::string& body)
      : ParsedModule(declarations_ir + body + "}\n" + guards_ir) {}

  /// The verifier's words about the first operation.
  std::string problem() {
    llvm::Function& function = *module->getFunction("program");
    CallPair first = pair(""), second = pair("2");
    if (auto* early = llvm::cast_or_null<llvm::CallInst>(named("early")))
      first.alias_checks.push_back({second.initiation, early});
    const Summaries summaries(*module, functions);
    const PointsTo points_to(*module, functions);
    const Dependence dependence(functions.getResult<llvm::AAManager>(function), summaries,
                                points_to);
    return words_of(verify_operation(first, {&first, &second}, dependence, summaries));
  }

 private:
  /// Returns the operation that the call %start or %start2 begins.
  CallPair pair(const std::string& suffix) {
    CallPair made;
    made.abi.emplace(Abi::Kind::OpenMpi, context);
    made.initiation = llvm::cast<llvm::CallInst>(named("start" + suffix));
    made.completion = llvm::cast<llvm::CallInst>(named("wait" + suffix));
    made.request = llvm::cast<llvm::AllocaInst>(named("request" + suffix));
    Access access{llvm::MemoryLocation::getAfter(made.initiation->getArgOperand(0)), true,
                  AccessRole::ReceiveBuffer};
    access.count = made.initiation->getArgOperand(1);
    access.element = 8;
    made.flight.push_back(access);
    return made;
  }

  llvm::Instruction* named(const std::string& name) {
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("program")))
      if (instruction.getName() == name) return &instruction;
    return nullptr;
  }
};

std::string problem_of(std::initializer_list<const char*> parts) {
  return Rows(joined(parts)).problem();
}

std::string problem_with(const std::string& from, const std::string& to) {
  const std::string body =
      joined({start_ir, region_ir, region2_ir, meet_ir, early_ir, start2_ir, waits_ir});
  return Rows(replaced(body, from, to)).problem();
}

constexpr char not_all[] =
    "the program does not compare all memory that another operation may access";

TEST(VerifyComparison, RightComparison) {
  EXPECT_EQ(problem_of({start_ir, region_ir, region2_ir, meet_ir, early_ir, start2_ir, waits_ir}),
            "");
}

TEST(VerifyComparison, RightComparisonOfSeveral) {
  EXPECT_EQ(problem_of({start_ir, region_ir, region2_ir, meet_ir, "%other = icmp eq i64 %begin, 0",
                        "%all = or i1 %other, %meet", "%how_many = zext i1 %all to i32",
                        "%early = call i32 @MPI_Waitall(i32 %how_many, ptr %request, ptr null)",
                        start2_ir, waits_ir}),
            "");
}

TEST(VerifyComparison, NoComparison) {
  EXPECT_EQ(problem_of({start_ir, start2_ir, waits_ir}),
            "another operation on the same memory is started while it is pending");
}

TEST(VerifyComparison, SmallerRegion) {
  EXPECT_EQ(problem_with("mul i64 %count, 8", "mul i64 %count, 4"), not_all);
  EXPECT_EQ(problem_with("mul i64 %count2, 8", "mul i64 %count2, 7"), not_all);
  EXPECT_EQ(problem_with("add i64 %begin, %bytes", "add i64 %begin, 8"), not_all);
}

TEST(VerifyComparison, OtherRegion) {
  EXPECT_EQ(problem_with("ptrtoint ptr %u", "ptrtoint ptr %v"), not_all);
  EXPECT_EQ(problem_with("zext i32 %m", "zext i32 %n"), not_all);
  EXPECT_EQ(problem_with("add i64 %begin2", "add i64 %begin"), not_all);
}

TEST(VerifyComparison, NegativeCount) {
  EXPECT_EQ(problem_with("zext i32 %n", "sext i32 %n"), not_all);
}

TEST(VerifyComparison, OnlyOneSide) {
  EXPECT_EQ(problem_with("icmp ult i64 %begin2, %end", "icmp ult i64 %begin, %end2"), not_all);
}

TEST(VerifyComparison, TheOtherWayRound) {
  EXPECT_EQ(problem_with("icmp ult i64 %begin,", "icmp ugt i64 %begin,"), not_all);
  EXPECT_EQ(problem_with("and i1 %below, %above", "xor i1 %below, %above"), not_all);
}

TEST(VerifyComparison, SignedAddresses) {
  EXPECT_EQ(problem_with("icmp ult i64 %begin,", "icmp slt i64 %begin,"), not_all);
}

TEST(VerifyComparison, WaitsForMore) {
  EXPECT_EQ(problem_with("zext i1 %meet to i32", "sext i1 %meet to i32"),
            "it may wait for more than its request");
  EXPECT_EQ(problem_with("@MPI_Waitall(i32 %how_many", "@MPI_Waitall(i32 2"),
            "it may wait for more than its request");
}

TEST(VerifyComparison, WaitsForSomethingElse) {
  EXPECT_EQ(problem_with("i32 %how_many, ptr %request,", "i32 %how_many, ptr %request2,"),
            "its early completion waits for another request");
  EXPECT_EQ(
      problem_of({start_ir, region_ir, region2_ir, meet_ir, "%how_many = zext i1 %meet to i32",
                  "%early = call i32 @MPI_Wait(ptr %request, ptr null)", start2_ir, waits_ir}),
      "its early completion waits for another request");
}

TEST(VerifyComparison, StatusOfEarlyCompletion) {
  EXPECT_EQ(problem_with("@MPI_Wait(ptr %request, ptr null)", "@MPI_Wait(ptr %request, ptr %v)"),
            "its status may be read, but it is completed early");
  EXPECT_EQ(problem_with("ptr %request, ptr null)\n", "ptr %request, ptr %v)\n"),
            "its status may be read, but it is completed early");
}

TEST(VerifyComparison, ErrorCodeOfEarlyCompletion) {
  EXPECT_EQ(problem_with("ret void", "%failed = icmp ne i32 %wait, 0\nret void"),
            "its error code is read, but it is completed early");
  EXPECT_EQ(problem_with("ret void", "%failed = icmp ne i32 %early, 0\nret void"),
            "its error code is read, but it is completed early");
}

TEST(VerifyComparison, BehindTheOtherStart) {
  EXPECT_EQ(problem_of({start_ir, region_ir, region2_ir, meet_ir, start2_ir, early_ir, waits_ir}),
            "its early completion does not precede the operation that may overlap it");
}

TEST(VerifyComparison, InFrontOfItsOwnStart) {
  EXPECT_EQ(problem_of({region_ir, region2_ir, meet_ir, early_ir, start_ir, start2_ir, waits_ir}),
            "its early completion does not precede the operation that may overlap it");
}

TEST(VerifyComparison, OnAnotherWay) {
  EXPECT_EQ(
      problem_of({start_ir, region_ir, region2_ir, meet_ir, "br i1 %which, label %one, label %on",
                  "one:", early_ir, "br label %on", "on:", start2_ir, waits_ir}),
      "its early completion does not precede the operation that may overlap it");
}

// The first receive in a conditional.
constexpr char guarded_ir[] = R"(
  store ptr @ompi_request_null, ptr %request
  br i1 %which, label %one, label %on
one:
  %row = getelementptr double, ptr %u, i32 %n
  %start = call i32 @MPI_Irecv(ptr %row, i32 %n, ptr %request)
  br label %on
on:
)";
constexpr char guarded_waits_ir[] = R"(
  %wait = call i32 @bamboo.MPI_Wait(ptr %request, ptr null)
  %wait2 = call i32 @MPI_Wait(ptr %request2, ptr null)
  ret void
)";
constexpr char merged_ir[] = "%place = phi ptr [ null, %0 ], [ %row, %one ]";
constexpr char region_of_merged_ir[] = R"(
  %begin = ptrtoint ptr %place to i64
  %count = zext i32 %n to i64
  %bytes = mul i64 %count, 8
  %end = add i64 %begin, %bytes
)";

TEST(VerifyComparison, RightOutOfConditional) {
  EXPECT_EQ(problem_of({guarded_ir, merged_ir, region_of_merged_ir, region2_ir, meet_ir, early_ir,
                        start2_ir, guarded_waits_ir}),
            "");
}

TEST(VerifyComparison, AnotherAddressOutOfConditional) {
  EXPECT_EQ(
      problem_of({guarded_ir, "%place = phi ptr [ %row, %one ], [ null, %0 ]", region_of_merged_ir,
                  region2_ir, meet_ir, early_ir, start2_ir, guarded_waits_ir}),
      "");
  EXPECT_EQ(
      problem_of({guarded_ir, "%place = phi ptr [ null, %0 ], [ %u, %one ]", region_of_merged_ir,
                  region2_ir, meet_ir, early_ir, start2_ir, guarded_waits_ir}),
      not_all);
}

TEST(VerifyComparison, AddressOfAnotherRound) {
  // %row is computed anew before the two are compared.
  EXPECT_EQ(problem_of({"br label %again", "again:", "%k = phi i32 [ 0, %0 ], [ %next, %around ]",
                        "%row = getelementptr double, ptr %u, i32 %k", "%next = add i32 %k, 1",
                        "%first = icmp eq i32 %k, 0", "br i1 %first, label %one, label %on",
                        "one:", "%start = call i32 @MPI_Irecv(ptr %row, i32 %n, ptr %request)",
                        "br label %around", "around:", "br label %again",
                        "on:", replaced(region_ir, "%u", "%row").c_str(), region2_ir, meet_ir,
                        early_ir, start2_ir, waits_ir}),
            not_all);
}

TEST(PendingRegion, FromTheEndOfALoopToItsBeginning) {
  ParsedModule parsed(R"(
define void @program(i1 %which) {
  %front = add i32 0, 0
  br label %again
again:
  %before = add i32 1, 1
  %end = add i32 2, 2
  %between = add i32 3, 3
  %begin = add i32 4, 4
  %behind = add i32 5, 5
  br i1 %which, label %again, label %on
on:
  ret void
})");
  llvm::DenseMap<llvm::StringRef, const llvm::Instruction*> named;
  for (const llvm::Instruction& instruction :
       llvm::instructions(*parsed.module->getFunction("program")))
    named[instruction.getName()] = &instruction;
  const PendingRegion pending(*named["begin"], *named["end"]);
  EXPECT_TRUE(pending.contains(*named["behind"]));
  EXPECT_TRUE(pending.contains(*named["before"]));
  EXPECT_FALSE(pending.contains(*named["between"]));
  EXPECT_FALSE(pending.contains(*named["front"]));
  EXPECT_FALSE(pending.contains(*named["end"]));
  EXPECT_TRUE(pending.leaves(*named["end"]->getParent()));
}

}  // namespace
}  // namespace bamboo::overlap
