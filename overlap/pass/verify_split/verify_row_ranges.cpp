// SPDX-License-Identifier: Apache-2.0
// Whether the ranges that are reported for a row contain all addresses that it reads.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "pass/operations/index_type.h"
#include "pass/verify_split/verify_rows.h"

namespace bamboo::overlap {
namespace {

/// The address that a number was converted from.
const llvm::Value* noted_address(const llvm::Value* number) {
  if (const auto* frozen = llvm::dyn_cast_or_null<llvm::FreezeInst>(number))
    number = frozen->getOperand(0);
  const auto* cast = llvm::dyn_cast_or_null<llvm::PtrToIntInst>(number);
  return cast == nullptr ? nullptr : cast->getPointerOperand();
}

}  // namespace

/// A variable holds the neutral number when a row begins, and its range is only widened.
bool RowsChecker::is_in_core_order(const llvm::AllocaInst& variable, uint64_t initial,
                                   llvm::Intrinsic::ID extreme) const {
  const llvm::StoreInst* begins = nullptr;
  for (const llvm::User* user : variable.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) {
      if (!llvm::isa<llvm::LoadInst>(user)) return false;
      continue;
    }
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
    if (constant == nullptr) {
      if (update_in(*store->getParent(), variable, extreme) == nullptr) return false;
    } else {
      if (begins != nullptr || constant->getZExtValue() != initial ||
          store->getParent() != loop_->getHeader())
        return false;
      begins = store;
    }
  }
  return begins != nullptr && llvm::none_of(variable.users(), [&](const llvm::User* user) {
           const auto* other = llvm::cast<llvm::Instruction>(user);
           return other != begins && other->getParent() == begins->getParent() &&
                  other->comesBefore(begins);
         });
}

const llvm::Value* RowsChecker::update_in(const llvm::BasicBlock& block,
                                          const llvm::AllocaInst& variable,
                                          llvm::Intrinsic::ID extreme) const {
  const llvm::StoreInst* found = nullptr;
  for (const llvm::User* user : variable.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getParent() != &block ||
        llvm::isa<llvm::Constant>(store->getValueOperand()))
      continue;
    if (found != nullptr) return nullptr;
    found = store;
  }
  if (found == nullptr) return nullptr;
  const auto* widened = llvm::dyn_cast<llvm::MinMaxIntrinsic>(found->getValueOperand());
  if (widened == nullptr || widened->getIntrinsicID() != extreme) return nullptr;
  const auto* before = llvm::dyn_cast<llvm::LoadInst>(widened->getLHS());
  return before != nullptr && before->getPointerOperand() == &variable &&
                 before->getParent() == &block && before->comesBefore(found)
             ? widened->getRHS()
             : nullptr;
}

/// The range is widened in the block of each read, or around a loop with ascending addresses.
void RowsChecker::check_covered(const RowAccess& row) {
  const llvm::BasicBlock* block = ways_.copy_of(*row.core.access->getParent());
  const auto is_address = [&](const llvm::Value* number) {
    const llvm::Value* address = noted_address(number);
    return address != nullptr && same_.is_copy(*address, *row.core.address);
  };
  if (block == nullptr || !is_in_core_order(*row.lowest, UINT64_MAX, llvm::Intrinsic::umin) ||
      !is_in_core_order(*row.highest, 0, llvm::Intrinsic::umax) ||
      (description_.of(row.core).kind == AccessKind::Checked && !is_checked(row, *block)))
    return complain(*row.core.access, Fault::row_not_covered);
  if (is_address(update_in(*block, *row.lowest, llvm::Intrinsic::umin)) &&
      is_address(update_in(*block, *row.highest, llvm::Intrinsic::umax)))
    return;
  const llvm::Loop* loop = loops_.getLoopFor(block);
  const llvm::BasicBlock* preheader = loop == nullptr ? nullptr : loop->getLoopPreheader();
  const llvm::BasicBlock* exit = loop == nullptr ? nullptr : loop->getExitBlock();
  if (preheader == nullptr || exit == nullptr || loop == loop_ || loop->getNumBlocks() != 1 ||
      exit->getSinglePredecessor() != block)
    return complain(*row.core.access, Fault::row_not_covered);
  const llvm::Value* last = update_in(*exit, *row.highest, llvm::Intrinsic::umax);
  const llvm::Value* first =
      noted_address(update_in(*preheader, *row.lowest, llvm::Intrinsic::umin));
  if (first == nullptr || !is_address(last))
    return complain(*row.core.access, Fault::row_not_covered);
  const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
      evolution_.getSCEV(const_cast<llvm::Value*>(noted_address(last))));
  if (address == nullptr || !address->isAffine() || address->getLoop()->getHeader() != block ||
      !evolution_.isKnownPositive(address->getStepRecurrence(evolution_)) ||
      !same_.are_equal(*evolution_.getSCEV(const_cast<llvm::Value*>(first)), *address->getStart()))
    complain(*row.core.access, Fault::row_not_covered);
}

/// The address is the reported one, for each index that an earlier access of the row reads.
void RowsChecker::check_gathered(const RowAccess& row, unsigned number) {
  const AccessShape& shape = description_.of(row.core);
  if (shape.indices >= number || !is_list(rows_.accesses[shape.indices]))
    return complain(*row.core.access, Fault::row_not_covered);
  const RowAccess& list = rows_.accesses[shape.indices];
  const auto scev = [&](const llvm::Value& value) {
    return evolution_.getSCEV(const_cast<llvm::Value*>(&value));
  };
  const llvm::SCEV* index = extend(*scev(*list.core.access), shape.type, evolution_);
  if (index == nullptr || !is_index(list))
    return complain(*row.core.access, Fault::row_not_covered);
  const llvm::SCEV* described =
      evolution_.getAddExpr(scev(address_behind(description_.address(shape))),
                            evolution_.getMulExpr(scev(description_.scale(shape)), index));
  if (!same_.are_equal_as_extended(*described, *scev(*row.core.address)))
    complain(*row.core.access, Fault::row_not_covered);
}

/// Whether its reads in a row are adjacent, and cover all of the reported range.
bool RowsChecker::is_list(const RowAccess& row) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(row.core.access);
  if (row.is_gathered() || load == nullptr || !load->isSimple()) return false;
  const auto is_widened_once = [](const llvm::AllocaInst* variable) {
    return llvm::count_if(variable->users(), llvm::IsaPred<llvm::StoreInst>) == 2;
  };
  const llvm::Loop* loop = loops_.getLoopFor(load->getParent());
  const llvm::Loop* around = loop == nullptr ? nullptr : loop->getParentLoop();
  if (!is_widened_once(row.lowest) || !is_widened_once(row.highest) || around == nullptr ||
      around->getHeader() != split_.core_headers.front() || loop->getNumBlocks() != 1)
    return false;
  const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(row.core.address));
  const auto* step =
      address == nullptr || !address->isAffine() ||
              address->getLoop()->getHeader() != loop->getHeader()
          ? nullptr
          : llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
  return step != nullptr &&
         step->getAPInt() == load->getDataLayout().getTypeStoreSize(load->getType());
}

}  // namespace bamboo::overlap
