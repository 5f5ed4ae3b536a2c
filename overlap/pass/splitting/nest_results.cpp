// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_results.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>

#include "effects/dependence.h"
#include "pass/splitting/rounding.h"

namespace bamboo::overlap {
namespace {

class ResultFinder {
 public:
  ResultFinder(const Statement& nest, const llvm::Loop& outermost, const Summaries& summaries,
               Stop& stop)
      : nest_(nest),
        outermost_(outermost),
        summaries_(summaries),
        stop_(stop),
        blocks_(nest.blocks.begin(), nest.blocks.end()) {}

  std::optional<NestResults> find() {
    find_values();
    find_stores();
    if (const llvm::PHINode* phi = decision_behind())
      return refuse(*phi, Reason::nest_decides_value);
    if (results_.empty()) return std::move(results_);
    find_own();
    if (!writes_ || loads_behind_) return refuse(first(), Reason::nest_has_result);
    find_again();
    for (const llvm::Instruction* needed : results_.again)
      if (const auto why = objection(*needed)) return refuse(*needed, *why);
    for (const llvm::BasicBlock* block : nest_.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (may_be_rounded(instruction)) return refuse(instruction, Reason::result_may_be_rounded);
    return std::move(results_);
  }

 private:
  std::nullopt_t refuse(const llvm::Instruction& instruction, Reason why) {
    stop_ = {instruction.getDebugLoc(), why};
    return std::nullopt;
  }

  bool is_inside(const llvm::Value& value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction != nullptr && blocks_.contains(instruction->getParent());
  }
  bool is_result(const llvm::Instruction& instruction) const {
    return results_.stores.contains(const_cast<llvm::Instruction*>(&instruction));
  }
  bool is_phi_behind(const llvm::Value& value) const {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
    return phi != nullptr && phi->getParent() == nest_.behind;
  }

  /// The phis of the block behind the nest belong to the nest if one of them depends on the path
  /// through it.
  void find_values() {
    const bool decides = llvm::any_of(nest_.behind->phis(), [&](const llvm::PHINode& phi) {
      return !phi.hasConstantValue() || is_inside(*phi.hasConstantValue());
    });
    const auto add = [&](llvm::Instruction& instruction) {
      const auto is_behind = [&](const llvm::User* user) {
        return !is_inside(*user) && (!decides || !is_phi_behind(*user));
      };
      if (llvm::any_of(instruction.users(), is_behind)) results_.values.insert(&instruction);
    };
    for (llvm::BasicBlock* block : nest_.blocks)
      for (llvm::Instruction& instruction : *block) add(instruction);
    if (decides)
      for (llvm::PHINode& phi : nest_.behind->phis()) add(phi);
  }

  /// A value from elsewhere that depends on the path through the nest.
  const llvm::PHINode* decision_behind() const {
    for (const llvm::PHINode& phi : nest_.behind->phis()) {
      const bool comes_from_nest = llvm::any_of(
          phi.incoming_values(), [&](const llvm::Use& one) { return is_inside(*one); });
      if (!comes_from_nest && (!results_.empty() || !phi.hasConstantValue())) return &phi;
    }
    return nullptr;
  }

  /// The instruction that computes the first result, for the remark.
  const llvm::Instruction& first() const {
    const llvm::Instruction* result =
        results_.values.empty() ? results_.stores.front() : results_.values.front();
    for (const llvm::Value* operand : result->operands())
      if (llvm::isa<llvm::PHINode>(result) && is_inside(*operand))
        return *llvm::cast<llvm::Instruction>(operand);
    return *result;
  }

  /// Finds stores behind all loops, if nothing but loads follows the loops. Otherwise the parts
  /// would execute these stores several times.
  void find_stores() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> behind;
    llvm::SmallVector<llvm::BasicBlock*, 8> open;
    outermost_.getExitBlocks(open);
    while (!open.empty()) {
      llvm::BasicBlock* block = open.pop_back_val();
      if (!blocks_.contains(block) || !behind.insert(block).second) continue;
      open.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    NestResults::Instructions found;
    for (llvm::BasicBlock* block : nest_.blocks) {
      if (!behind.contains(block)) continue;
      for (llvm::Instruction& instruction : *block) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        if (store != nullptr && store->isSimple())
          found.insert(store);
        else if (!llvm::isa<llvm::LoadInst>(instruction) &&
                 !touches_nothing(instruction, summaries_))
          return;
      }
    }
    behind_ = std::move(behind);
    results_.stores = std::move(found);
  }

  bool is_loaded_behind(const llvm::Instruction& needed) const {
    return llvm::isa<llvm::LoadInst>(needed) && behind_.contains(needed.getParent());
  }

  /// Removes all instructions that stores and control flow need. The remaining ones belong only to
  /// the results.
  void find_own() {
    llvm::SmallPtrSet<const llvm::Instruction*, 32> needed;
    llvm::SmallVector<const llvm::Instruction*, 32> open;
    for (const llvm::BasicBlock* block : nest_.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (instruction.isTerminator() ||
            (instruction.mayHaveSideEffects() && !is_result(instruction))) {
          open.push_back(&instruction);
          writes_ |= !instruction.isTerminator() && !touches_nothing(instruction, summaries_);
        }
    while (!open.empty()) {
      const llvm::Instruction* instruction = open.pop_back_val();
      if (!needed.insert(instruction).second) continue;
      // The parts would load the value before it is stored.
      loads_behind_ |= !results_.stores.empty() && is_loaded_behind(*instruction);
      for (const llvm::Value* operand : instruction->operands())
        if (is_inside(*operand)) open.push_back(llvm::cast<llvm::Instruction>(operand));
    }
    for (const llvm::BasicBlock* block : nest_.blocks)
      for (const llvm::Instruction& instruction : *block)
        if (!needed.contains(&instruction)) results_.own.insert(&instruction);
    for (const llvm::Instruction* value : results_.values)
      if (is_phi_behind(*value)) results_.own.insert(value);
  }

  /// Finds the values that the nest stores and that are loaded again, anywhere behind the store.
  void find_again() {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> not_kept;
    for (bool again = true; again;) {
      again = false;
      collect(not_kept);
      for (llvm::Instruction* store : results_.kept) {
        auto* value = llvm::cast<llvm::Instruction>(store->getOperand(0));
        const auto comes_before = [&](const llvm::Use& use) {
          auto* user = llvm::cast<llvm::Instruction>(use.getUser());
          return results_.again.contains(user) && !comes_behind(*store, use);
        };
        if (!results_.values.contains(value) && llvm::none_of(value->uses(), comes_before))
          continue;
        again |= not_kept.insert(store).second;
      }
    }
  }

  void collect(const llvm::SmallPtrSetImpl<const llvm::Instruction*>& not_kept) {
    results_.again.clear();
    results_.kept.clear();
    results_.loaded_behind.clear();
    llvm::SmallVector<llvm::Instruction*, 32> open(results_.values.begin(), results_.values.end());
    open.append(results_.stores.begin(), results_.stores.end());
    for (llvm::BasicBlock* block : nest_.blocks) open.push_back(block->getTerminator());
    while (!open.empty()) {
      llvm::Instruction* instruction = open.pop_back_val();
      if (llvm::Instruction* store = store_of(*instruction, not_kept)) {
        results_.kept.insert(store);
        continue;
      }
      if (!results_.again.insert(instruction)) continue;
      for (llvm::Value* operand : instruction->operands())
        if (is_inside(*operand)) open.push_back(llvm::cast<llvm::Instruction>(operand));
    }
    for (llvm::Instruction* store : results_.kept) add_with_operands(*store->getOperand(1));
    for (const llvm::Instruction* needed : results_.again)
      if (is_loaded_behind(*needed)) results_.loaded_behind.insert(needed);
  }

  void add_with_operands(llvm::Value& value) {
    llvm::SmallVector<llvm::Value*, 16> open = {&value};
    while (!open.empty()) {
      llvm::Value* next = open.pop_back_val();
      if (!is_inside(*next)) continue;
      auto* instruction = llvm::cast<llvm::Instruction>(next);
      if (results_.again.insert(instruction))
        open.append(instruction->op_begin(), instruction->op_end());
    }
  }

  llvm::Instruction* store_of(
      llvm::Instruction& value,
      const llvm::SmallPtrSetImpl<const llvm::Instruction*>& not_kept) const {
    if (!value.getType()->isFloatingPointTy() && !value.getType()->isIntegerTy()) return nullptr;
    if (llvm::isa<llvm::LoadInst>(value)) return nullptr;
    for (llvm::User* user : value.users()) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store != nullptr && store->isSimple() && store->getValueOperand() == &value &&
          !is_result(*store) && !not_kept.contains(store))
        return store;
    }
    return nullptr;
  }

  static bool comes_behind(const llvm::Instruction& store, const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
      return phi->getIncomingBlock(use) == store.getParent();
    return user->getParent() == store.getParent() && store.comesBefore(user);
  }

  std::optional<Reason> objection(const llvm::Instruction& needed) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&needed);
    if (load != nullptr && (!load->isSimple() || load->getType()->isScalableTy()))
      return Reason::unusual_access;
    if (load == nullptr && !is_result(needed) && !touches_nothing(needed, summaries_))
      return Reason::nest_has_result;
    if (may_be_rounded(needed)) return Reason::result_may_be_rounded;
    return std::nullopt;
  }

  const Statement& nest_;
  const llvm::Loop& outermost_;
  const Summaries& summaries_;
  Stop& stop_;
  const llvm::SmallPtrSet<const llvm::BasicBlock*, 16> blocks_;
  NestResults results_;
  /// Finds the blocks behind all loops, if they contain nothing but accesses.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> behind_;
  bool writes_ = false;
  bool loads_behind_ = false;  ///< for the work of the parts
};

}  // namespace

std::optional<NestResults> find_results(const Statement& nest, const llvm::Loop& outermost,
                                        const Summaries& summaries, Stop& stop) {
  return ResultFinder(nest, outermost, summaries, stop).find();
}

}  // namespace bamboo::overlap
