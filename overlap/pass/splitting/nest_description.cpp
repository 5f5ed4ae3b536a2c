// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_description.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <cassert>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

AccessKind kind_of(const NestAccess& access) {
  if (access.gather) return AccessKind::Gathered;
  if (access.is_checked) return AccessKind::Checked;
  if (access.is_indirect && access.written) return AccessKind::Scattered;
  if (access.is_indirect) return access.is_index ? AccessKind::Index : AccessKind::Indirect;
  if (access.written) return AccessKind::Written;
  return access.is_value ? AccessKind::Value : AccessKind::Read;
}

}  // namespace

NestDescription::NestDescription(const LoopNest& nest, EarlyValues& early, const SplitFrame& frame,
                                 SplitNest& split)
    : early_(early), frame_(frame), split_(split) {
  add_loops(nest);
  add_accesses(nest);
}

unsigned NestDescription::add_repeated(const LoopNest& nest) {
  const unsigned first = shape_.accesses.size();
  for (const NestAccess& access : nest.read_again)
    add(access, access.written ? AccessKind::Kept : AccessKind::Again);
  return first;
}

void NestDescription::add_inputs(llvm::ArrayRef<llvm::Value*> inputs) {
  shape_.inputs = inputs.size();
  row_.append(inputs.begin(), inputs.end());
}

llvm::CallInst* NestDescription::pass() const {
  llvm::IRBuilder<> builder(frame_.at_head());
  return SplitCalls(builder).describe(frame_.plan, shape_, row_);
}

void NestDescription::add_loops(const LoopNest& nest) {
  llvm::IRBuilder<> builder(frame_.at_head());
  llvm::Value* holds = assumptions(nest);
  for (const NestLoop& loop : nest.loops) {
    llvm::Value* count = builder.getInt64(1);
    if (loop.last != nullptr) {
      llvm::Value* last = early_.at_head(loop.last);
      count = builder.CreateAdd(builder.CreateZExtOrTrunc(last, builder.getInt64Ty()), count);
    }
    // A nest with loops that do not run is not split.
    if (holds != nullptr) count = builder.CreateSelect(holds, count, builder.getInt64(0));
    shape_.loops.emplace_back().may_cut = loop.may_cut;
    row_.push_back(count);
    if (loop.reach == nullptr) continue;
    shape_.loops.back().outer = loop.outer;
    row_.push_back(builder.getInt64(loop.step));
    add_number(loop.reach);
  }
}

void NestDescription::add_number(const llvm::SCEV* number, bool is_signed) {
  llvm::IRBuilder<> builder(frame_.at_head());
  row_.push_back(SplitCalls(builder).number_of(early_.at_head(number), is_signed));
}

void NestDescription::add_accesses(const LoopNest& nest) {
  for (const NestAccess& access : nest.accesses) {
    llvm::Value* pointer = access.instruction->getOperand(access.operand);
    const DescribedAccess own{access.instruction, pointer, add(access, kind_of(access))};
    if (access.is_indirect)
      split_.rows.accesses.push_back({own, own, nullptr, nullptr});
    else
      split_.described.push_back(own);
  }
}

/// Returns its number.
unsigned NestDescription::add(const NestAccess& access, AccessKind kind) {
  AccessShape shape{kind};
  add_number(access.bytes);
  if (access.gather) {
    const auto* indices = llvm::find_if(split_.rows.accesses, [&](const RowAccess& row) {
      return row.core.access == access.gather->index;
    });
    assert(indices != split_.rows.accesses.end() && "indices precede what they find");
    shape.indices = indices - split_.rows.accesses.begin();
    shape.type = access.gather->type;
    add_number(access.gather->base);
    add_number(access.gather->scale);
  } else if (!access.is_indirect) {
    add_number(access.address);
    for (const auto& [loop, stride] : access.strides) {
      shape.loops.push_back(loop);
      add_number(stride, true);
    }
  }
  shape_.accesses.push_back(shape);
  return shape_.accesses.size() - 1;
}

/// The condition under which the assumptions hold; null if there are none.
llvm::Value* NestDescription::assumptions(const LoopNest& nest) {
  llvm::IRBuilder<> builder(frame_.at_head());
  constexpr uint64_t largest = uint64_t{1} << 30;  // so that sums of the products fit
  llvm::Value* all = nullptr;
  for (const NoWrap& one : nest.assumptions) {
    llvm::Value* last = early_.at_head(one.last);
    llvm::Value* holds = builder.CreateICmpSGE(last, builder.getInt64(one.lowest));
    for (const llvm::SCEV* factor : one.factors) {
      llvm::Value* from_least =
          builder.CreateAdd(early_.at_head(factor), builder.getInt64(largest));
      holds = builder.CreateAnd(holds,
                                builder.CreateICmpULT(from_least, builder.getInt64(2 * largest)));
    }
    holds = builder.CreateAnd(holds, builder.CreateICmpSLE(last, builder.getInt64(one.highest)));
    all = all == nullptr ? holds : builder.CreateAnd(all, holds);
  }
  return all;
}

}  // namespace bamboo::overlap
