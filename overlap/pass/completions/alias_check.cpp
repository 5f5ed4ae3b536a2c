// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/alias_check.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "pass/completions/null_request.h"
#include "pass/completions/waitall.h"
#include "regions/pending_region.h"

namespace bamboo::overlap {
namespace {

/// Whether the access touches at least `bytes` bytes from its address on.
bool reaches(const Access& access, int64_t bytes) {
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(access.count);
  const int64_t elements = count == nullptr ? 1 : count->getSExtValue();  // no empty messages
  return elements * static_cast<int64_t>(access.element) >= bytes;
}

bool surely_meet(const Access& access, const Access& other, const llvm::DataLayout& layout) {
  int64_t offset = 0, other_offset = 0;
  if (llvm::GetPointerBaseWithConstantOffset(access.memory.Ptr, offset, layout) !=
      llvm::GetPointerBaseWithConstantOffset(other.memory.Ptr, other_offset, layout))
    return false;
  return offset <= other_offset ? reaches(access, other_offset - offset + 1)
                                : reaches(other, offset - other_offset + 1);
}

/// Memory as numbers: from `begin` on, up to but not with `end`.
struct Region {
  llvm::Value *begin, *end;
};

/// Does not fold constants, because the verifier searches the instructions that are inserted here.
using Builder = llvm::IRBuilder<llvm::NoFolder>;

Region region(Builder& builder, llvm::Value& pointer, llvm::Value& count, uint64_t element) {
  llvm::Value* begin = builder.CreatePtrToInt(&pointer, builder.getInt64Ty());
  llvm::Value* bytes = builder.CreateMul(builder.CreateZExt(&count, builder.getInt64Ty()),
                                         builder.getInt64(element));
  return {begin, builder.CreateAdd(begin, bytes)};
}

/// The pair's value at the place where another operation starts; zero on paths that do not start
/// the pair.
llvm::Value& value_at(const llvm::Instruction& place, const CallPair& pair, llvm::Value& value,
                      const llvm::DominatorTree& dominators) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || dominators.dominates(instruction, &place)) return value;
  llvm::SSAUpdater updater;
  updater.Initialize(value.getType(), "bamboo.compared");
  updater.AddAvailableValue(pair.initiation->getParent(), &value);
  updater.AddAvailableValue(pair.conditional_exit.reset->getParent(),
                            llvm::Constant::getNullValue(value.getType()));
  return *updater.GetValueInMiddleOfBlock(const_cast<llvm::BasicBlock*>(place.getParent()));
}

class AliasCheckBuilder {
 public:
  AliasCheckBuilder(CallPair& pair, const llvm::DominatorTree& dominators)
      : pair_(pair), dominators_(dominators) {}

  void compare(const CallPair& starting, llvm::ArrayRef<AliasPair> meetings) {
    Builder builder(starting.initiation);
    builder.SetCurrentDebugLocation(starting.initiation->getDebugLoc());
    llvm::Value* meet = nullptr;
    for (const auto& [own, other] : meetings) {
      llvm::Value* one = meets(builder, *starting.initiation, *own, *other);
      meet = meet == nullptr ? one : builder.CreateOr(meet, one);
    }
    llvm::Value* count = builder.CreateZExt(meet, builder.getInt32Ty());
    pair_.alias_checks.push_back(
        {starting.initiation,
         create_waitall(builder, *count, *pair_.request, *pair_.abi->ignored_status())});
  }

 private:
  llvm::Value* meets(Builder& builder, const llvm::Instruction& place, const Access& own,
                     const Access& other) {
    llvm::Value& pointer =
        value_at(place, pair_, *const_cast<llvm::Value*>(own.memory.Ptr), dominators_);
    llvm::Value& count = value_at(place, pair_, *own.count, dominators_);
    const Region a = region(builder, pointer, count, own.element);
    const Region b =
        region(builder, *const_cast<llvm::Value*>(other.memory.Ptr), *other.count, other.element);
    return builder.CreateAnd(builder.CreateICmpULT(a.begin, b.end),
                             builder.CreateICmpULT(b.begin, a.end));
  }

  CallPair& pair_;
  const llvm::DominatorTree& dominators_;
};

}  // namespace

bool may_check(const CallPair& completing, const Access& access, const CallPair& starting,
               const Access& other) {
  const auto is_ours = [](const CallPair& pair) { return pair.abi && !pair.abi->is_fortran(); };
  const auto has_bounds = [](const Access& one) {
    return one.count != nullptr && one.count->getType()->isIntegerTy(32) && one.type == nullptr &&
           !one.any_instance;
  };
  if (!is_ours(completing) || !is_ours(starting) || !has_bounds(access) || !has_bounds(other) ||
      why_not_for_null_request(completing))
    return false;
  const llvm::Module& module = *completing.completion->getModule();
  return has_waitall(module) && !surely_meet(access, other, module.getDataLayout());
}

llvm::SmallVector<AliasPair, 2> may_alias(const CallPair& pair, const CallPair& other,
                                          const Dependence& dependence) {
  llvm::SmallVector<AliasPair, 2> found;
  for (const Access& access : pair.flight)
    for (const Access& its : other.flight)
      if ((access.written || its.written) && !dependence.apart(access, its))
        found.push_back({&access, &its});
  return found;
}

void insert_alias_checks(CallPair& pair, llvm::ArrayRef<CallPair*> all,
                         const Dependence& dependence, const llvm::DominatorTree& dominators) {
  if (pair.is_programs_own || pair.is_reverted) return;
  const PendingRegion pending(*pair.initiation, pair.completions());
  AliasCheckBuilder builder(pair, dominators);
  for (const CallPair* other : all) {
    if (other == &pair || other == pair.twin || other->is_programs_own ||
        !pending.contains(*other->initiation))
      continue;
    const auto meetings = may_alias(pair, *other, dependence);
    if (!meetings.empty()) builder.compare(*other, meetings);
  }
}

}  // namespace bamboo::overlap
