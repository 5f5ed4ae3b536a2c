// SPDX-License-Identifier: Apache-2.0
// The verifier on rows that are gone through in another way than they are executed.
#include "pass/verify_split/verify_rows.h"

#include "effects/library_functions.h"
#include "split_nest_fixture.h"

namespace bamboo::overlap {
namespace {

/// `place` computes the number of an element from an index of this type; `%first` is loaded by the
/// nest itself, in front of its rows, and `%wide` is widened in front of the nest.
std::string sparse_rows(const std::string& place, const std::string& type) {
  return R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define void @program(ptr %u, ptr %v, i64 %n, i32 %count, ptr noalias %begin, ptr noalias %column,
                     ptr noalias align 8 dereferenceable(8) %firsts) {
entry:
  %request = alloca ptr
  %wide = zext i32 %count to i64
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %guarded, label %done
guarded:
  %first = load i64, ptr %firsts
  br label %row
row:
  %i = phi i64 [ 0, %guarded ], [ %next, %latch ]
  %from_place = getelementptr i64, ptr %begin, i64 %i
  %from = load i64, ptr %from_place
  %next = add nuw nsw i64 %i, 1
  %to_place = getelementptr i64, ptr %begin, i64 %next
  %to = load i64, ptr %to_place
  %any = icmp slt i64 %from, %to
  br i1 %any, label %element, label %latch
element:
  %j = phi i64 [ %from, %row ], [ %other, %element ]
  %sum = phi double [ 0.0, %row ], [ %more, %element ]
  %index_place = getelementptr inbounds )" +
         type + R"(, ptr %column, i64 %j
  %index = load )" +
         type + R"(, ptr %index_place
  %number = )" +
         place + R"(
  %place = getelementptr double, ptr %u, i64 %number
  %value = load double, ptr %place
  %more = fadd double %sum, %value
  %other = add nsw i64 %j, 1
  %again = icmp slt i64 %other, %to
  br i1 %again, label %element, label %latch
latch:
  %all = phi double [ 0.0, %row ], [ %more, %element ]
  %result = getelementptr double, ptr %v, i64 %i
  store double %all, ptr %result
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %row
done:
  ret void
}
)";
}

/// The values from which an element's address is computed do not follow from the smallest and the
/// largest index.
class SparseRows : public SplitNestTest {
 protected:
  explicit SparseRows(const std::string& place = "mul i64 %index, %index",
                      const std::string& type = "i64")
      : SplitNestTest(sparse_rows(place, type)) {}

  /// The first instruction of this kind where rows are gone through.
  template <class T>
  T* looked(llvm::function_ref<bool(const T&)> fits = [](const T&) { return true; }) {
    for (llvm::BasicBlock* block : split_.rows.blocks)
      for (llvm::Instruction& instruction : *block)
        if (auto* found = llvm::dyn_cast<T>(&instruction))
          if (fits(*found)) return found;
    return nullptr;
  }
  llvm::Value* number(uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
  }
  RowAccess& index() { return split_.rows.accesses[0]; }
  RowAccess& vector() { return split_.rows.accesses[1]; }
};

TEST_F(SparseRows, AreShownAsTheyAreMade) {
  ASSERT_EQ(split_.rows.accesses.size(), 2u);
  EXPECT_EQ(problem(), "");
}

TEST_F(SparseRows, AnotherRowIsReported) {
  call("row", split_.rows.blocks)->setArgOperand(1, number(0));
  EXPECT_EQ(problem(), "a row is not reported to the library");
}

TEST_F(SparseRows, AnAccessIsNotReported) {
  call("row", split_.rows.blocks)->eraseFromParent();
  EXPECT_EQ(problem(), "a row is not reported to the library");
}

TEST_F(SparseRows, AVariableBeginsWithAnotherNumber) {
  looked<llvm::StoreInst>([&](const llvm::StoreInst& store) {
    return store.getPointerOperand() == vector().lowest &&
           llvm::isa<llvm::ConstantInt>(store.getValueOperand());
  })->setOperand(0, number(7));
  EXPECT_EQ(problem(), "a row reads outside of the addresses that are reported");
}

TEST_F(SparseRows, AVariableIsWidenedByAnotherAddress) {
  looked<llvm::PtrToIntInst>([](const llvm::PtrToIntInst& cast) {
    return !llvm::isa<llvm::Argument>(cast.getPointerOperand());
  })->setOperand(0, function_->getArg(0));
  EXPECT_EQ(problem(), "a row reads outside of the addresses that are reported");
}

TEST_F(SparseRows, TheLesserNumberIsKeptAsTheGreaterOne) {
  auto* widened = looked<llvm::StoreInst>([&](const llvm::StoreInst& store) {
    return store.getPointerOperand() == vector().highest &&
           !llvm::isa<llvm::ConstantInt>(store.getValueOperand());
  });
  auto* extreme = llvm::cast<llvm::MinMaxIntrinsic>(widened->getValueOperand());
  llvm::IRBuilder<> builder(widened);
  widened->setOperand(0, builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, extreme->getLHS(),
                                                       extreme->getRHS()));
  EXPECT_EQ(problem(), "a row reads outside of the addresses that are reported");
}

TEST_F(SparseRows, AnAccessIsLargerThanIsReported) {
  set_number(vector().core, 0, 4);
  EXPECT_EQ(problem(), "a row reads outside of the addresses that are reported");
}

TEST_F(SparseRows, AnIndexIsNotReportedAsOne) {
  describe_otherwise([&](NestShape& shape, Row&) {
    shape.accesses[index().core.number].kind = AccessKind::Indirect;
  });
  EXPECT_EQ(problem(), "the address of a read in a row may depend on data that has not arrived");
}

TEST_F(SparseRows, AReadIsReportedAsAWrite) {
  describe_otherwise([&](NestShape& shape, Row&) {
    shape.accesses[vector().core.number].kind = AccessKind::Scattered;
  });
  EXPECT_EQ(problem(), " accesses memory in an unusual way");
}

constexpr const char* input_not_reported =
    "a value by which rows are read is not reported to the library";

TEST_F(SparseRows, AValueIsNotReported) {
  describe_otherwise([](NestShape& shape, Row& row) {
    ASSERT_NE(shape.inputs, 0u);
    --shape.inputs;
    row.pop_back();
  });
  EXPECT_EQ(problem(), input_not_reported);
}

TEST_F(SparseRows, AnotherValueIsReported) {
  describe_otherwise([&](NestShape& shape, Row& row) {
    for (size_t i = shape.first_input; i < row.size(); ++i) row[i] = number(7);
  });
  EXPECT_EQ(problem(), input_not_reported);
}

TEST_F(SparseRows, AnotherIndexIsRead) {
  auto* load = looked<llvm::LoadInst>([&](const llvm::LoadInst& one) {
    return !llvm::isa<llvm::AllocaInst>(one.getPointerOperand());
  });
  load->setOperand(0, function_->getArg(1));
  EXPECT_NE(problem(), "");
}

TEST_F(SparseRows, WhatIsGoneThroughWrites) {
  llvm::IRBuilder<> builder(split_.rows.blocks.back()->getTerminator());
  builder.CreateStore(number(0), function_->getArg(1));
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(SparseRows, OneGoesOnInAnotherWay) {
  auto* branch = looked<llvm::BranchInst>([&](const llvm::BranchInst& one) {
    return one.isConditional() && one.getParent() == one.getSuccessor(0);
  });
  branch->setCondition(llvm::ConstantInt::getFalse(context));
  EXPECT_EQ(problem(), "rows are read on other paths than they are executed");
}

TEST_F(SparseRows, TheCoreRunsWhereThereAreNoRows) {
  llvm::cast<llvm::BranchInst>(split_.rows.run->getParent()->getTerminator())->swapSuccessors();
  EXPECT_EQ(problem(), "a part of the nest has other entries");
}

/// Each row writes elements at an address that is loaded from a table.
class RowsOfPointers : public SplitNestTest {
 protected:
  RowsOfPointers()
      : SplitNestTest(R"(
declare i32 @MPI_Irecv(ptr, ptr)
declare i32 @MPI_Wait(ptr)
define void @program(ptr %u, ptr %v, i64 %n, i32 %count, ptr %table) {
entry:
  %request = alloca ptr
  %start = call i32 @MPI_Irecv(ptr %u, ptr %request)
  %wait = call i32 @MPI_Wait(ptr %request)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %row, label %done
row:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %entry_of_row = getelementptr ptr, ptr %table, i64 %i
  %to = load ptr, ptr %entry_of_row, !tbaa !3
  br label %element
element:
  %j = phi i64 [ 0, %row ], [ %other, %element ]
  %from = getelementptr double, ptr %v, i64 %j
  %value = load double, ptr %from
  %place = getelementptr double, ptr %to, i64 %j
  store double %value, ptr %place, !tbaa !4
  %other = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %other, %n
  br i1 %again, label %element, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %row
done:
  ret void
}
!0 = !{!"root"}
!1 = !{!"pointer", !0}
!2 = !{!"double", !0}
!3 = !{!1, !1, i64 0}
!4 = !{!2, !2, i64 0}
)") {}
};

TEST_F(RowsOfPointers, AreShownAsTheyAreMade) {
  ASSERT_EQ(split_.rows.accesses.size(), 1u);
  EXPECT_EQ(problem(), "");
}

TEST_F(RowsOfPointers, TheTableMayBeWritten) {
  for (DescribedAccess& own : split_.described)
    own.access->setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
  EXPECT_EQ(problem(), "a row may write what other rows are read with");
}

TEST_F(RowsOfPointers, AWriteIsReportedAsARead) {
  describe_otherwise([&](NestShape& shape, Row&) {
    shape.accesses[split_.rows.accesses[0].core.number].kind = AccessKind::Indirect;
  });
  EXPECT_EQ(problem(), " accesses memory in an unusual way");
}

class RowsOfAWideValue : public SparseRows {
 protected:
  RowsOfAWideValue() : SparseRows("mul i64 %index, %wide") {}
};

TEST_F(RowsOfAWideValue, AreShownAsTheyAreMade) {
  ASSERT_EQ(split_.rows.accesses.size(), 2u);
  EXPECT_EQ(problem(), "");
}

/// A division by an index that is not written yet may trap.
class CheckedRows : public SparseRows {
 protected:
  CheckedRows() : SparseRows("udiv i64 100, %index") {}
};

TEST_F(CheckedRows, AreShownAsTheyAreMade) {
  ASSERT_EQ(split_.rows.accesses.size(), 2u);
  EXPECT_EQ(problem(), "");
}

TEST_F(CheckedRows, TheLibraryIsNotAsked) {
  call("readable", split_.rows.blocks)->eraseFromParent();
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(CheckedRows, TheLibraryIsAskedForLess) {
  call("readable", split_.rows.blocks)->setArgOperand(3, number(4));
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(CheckedRows, TheLibraryIsAskedForOtherMemory) {
  llvm::CallInst* asks = call("readable", split_.rows.blocks);
  llvm::cast<llvm::Instruction>(asks->getArgOperand(2))->setOperand(0, function_->getArg(1));
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(CheckedRows, TheLibraryIsAskedTooLate) {
  llvm::CallInst* asks = call("readable", split_.rows.blocks);
  asks->moveBefore(asks->getParent()->getTerminator());
  EXPECT_EQ(problem(), "the inspection has other effects");
}

TEST_F(CheckedRows, TheLibraryIsAskedForAnotherRow) {
  call("readable", split_.rows.blocks)->setArgOperand(1, number(0));
  EXPECT_EQ(problem(), "a row is not reported to the library");
}

TEST_F(SparseRows, AnIndexIsReportedAsCheckedThatIsNot) {
  describe_otherwise([&](NestShape& shape, Row&) {
    shape.accesses[index().core.number].kind = AccessKind::Checked;
  });
  EXPECT_EQ(problem(), "a row reads outside of the addresses that are reported");
}

class GatheringRows : public SparseRows {
 protected:
  explicit GatheringRows(const std::string& place = "add i64 %index, 3",
                         const std::string& type = "i64")
      : SparseRows(place, type) {}

  AccessShape& vector_in(NestShape& shape) { return shape.accesses[vector().core.number]; }
};

TEST_F(GatheringRows, AreShownAsTheyAreMade) {
  ASSERT_EQ(split_.rows.accesses.size(), 2u);
  EXPECT_FALSE(index().is_gathered());
  EXPECT_TRUE(vector().is_gathered());
  EXPECT_EQ(problem(), "");
}

constexpr const char* not_covered = "a row reads outside of the addresses that are reported";

TEST_F(GatheringRows, AnElementIsLargerThanIsReported) {
  set_number(vector().core, 0, 4);
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, TheIndicesAreOfALaterAccess) {
  describe_otherwise([&](NestShape& shape, Row&) { vector_in(shape).indices = 1; });
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, TheIndicesAreOfAnotherType) {
  describe_otherwise([&](NestShape& shape, Row&) { vector_in(shape).type = IndexType::Signed32; });
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, ElementsBeginElsewhere) {
  set_number(vector().core, 1, 8);
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, ElementsAreFurtherApart) {
  set_number(vector().core, 2, 4);
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, TheIndicesAreNotReportedAsSuch) {
  describe_otherwise([&](NestShape& shape, Row&) {
    shape.accesses[index().core.number].kind = AccessKind::Indirect;
  });
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, MoreIsReportedThanIndices) {
  llvm::BasicBlock* latch = call("row", split_.rows.blocks)->getParent();
  llvm::IRBuilder<> builder(latch, latch->getFirstNonPHIIt());
  llvm::Value* known = builder.CreateLoad(builder.getInt64Ty(), index().lowest);
  builder.CreateStore(builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, known, number(8)),
                      index().lowest);
  EXPECT_EQ(problem(), not_covered);
}

class RowsFromFirst : public GatheringRows {
 protected:
  RowsFromFirst() : GatheringRows("sub i64 %index, %first") {}
};

TEST_F(RowsFromFirst, AreShownAsTheyAreMade) {
  ASSERT_TRUE(vector().is_gathered());
  EXPECT_EQ(problem(), "");
}

TEST_F(RowsFromFirst, ElementsAreFoundFromAnotherOne) {
  ASSERT_TRUE(vector().is_gathered());
  for (llvm::Instruction& instruction : *split_.describes->getParent())
    if (llvm::isa<llvm::LoadInst>(instruction)) instruction.setOperand(0, function_->getArg(4));
  EXPECT_EQ(problem(), not_covered);
}

class NarrowIndices : public GatheringRows {
 protected:
  NarrowIndices() : GatheringRows("sext i32 %index to i64", "i32") {}
};

TEST_F(NarrowIndices, AreShownAsTheyAreMade) {
  ASSERT_TRUE(vector().is_gathered());
  EXPECT_EQ(problem(), "");
}

TEST_F(NarrowIndices, TheyAreReportedAsUnsigned) {
  describe_otherwise(
      [&](NestShape& shape, Row&) { vector_in(shape).type = IndexType::Unsigned32; });
  EXPECT_EQ(problem(), not_covered);
}

TEST_F(GatheringRows, AnElementIsFoundInAnotherWay) {
  auto* address = llvm::cast<llvm::Instruction>(vector().core.address);
  llvm::IRBuilder<> builder(address);
  address->setOperand(1, builder.CreateMul(address->getOperand(1), builder.getInt64(2)));
  EXPECT_EQ(problem(), not_covered);
}

}  // namespace
}  // namespace bamboo::overlap
