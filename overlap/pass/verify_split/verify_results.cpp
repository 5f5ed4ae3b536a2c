// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_results.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "effects/dependence.h"
#include "effects/library_functions.h"
#include "pass/verify_split/cfg_isomorphism.h"
#include "pass/verify_split/value_equivalence.h"

namespace bamboo::overlap {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// The blocks of the copy that are reached from the block, and itself; nothing if it can reach
/// itself, or a loop.
std::optional<Blocks> blocks_behind(const llvm::BasicBlock& block,
                                    const NestResultCopies& results) {
  Blocks seen = {&block};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {&block};
  while (!open.empty())
    for (const llvm::BasicBlock* next : llvm::successors(open.pop_back_val())) {
      if (next == &block || llvm::is_contained(results.again_headers, next)) return std::nullopt;
      if (llvm::is_contained(results.again, next) && seen.insert(next).second) open.push_back(next);
    }
  return seen;
}

/// The first block behind a copy; there must not be another one.
const llvm::BasicBlock* end_of(llvm::ArrayRef<llvm::BasicBlock*> copy) {
  for (const llvm::BasicBlock* block : copy)
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (!llvm::is_contained(copy, next)) return next;
  return copy.front();
}

class ResultsChecker {
 public:
  ResultsChecker(const SplitNest& split, const NestDescription& description,
                 llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators,
                 std::optional<Defect>& defect)
      : split_(split),
        description_(description),
        results_(split.results),
        defect_(defect),
        same_(evolution, dominators, *split.plan),
        behind_again_(*end_of(split.results.again)),
        behind_whole_(*end_of(split.results.whole)),
        ways_(*results_.whole.front(), *results_.again.front(), behind_whole_, behind_again_) {
    same_.follow(ways_);
  }

  void run() {
    check_decision();
    check_kept();
    check_ways();
    check_values();
    check_stores();
  }

 private:
  void complain(const llvm::Instruction& instruction, Fault fault) {
    if (!defect_) defect_.emplace(fault, instruction.getDebugLoc());
  }

  static bool is_left_for(llvm::ArrayRef<llvm::BasicBlock*> copy, const llvm::BasicBlock& end) {
    return llvm::all_of(copy, [&](const llvm::BasicBlock* block) {
      return llvm::all_of(llvm::successors(block), [&](const llvm::BasicBlock* next) {
        return next == &end || llvm::is_contained(copy, next);
      });
    });
  }

  /// The library knows that the nest is detached before it is asked for parts of the rest. After
  /// these one of the copies runs, and the split ends.
  void check_decision() {
    const llvm::BasicBlock* asks = results_.decides->getParent();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(asks->getTerminator());
    const bool decides = asks_of_rest(*results_.decides, SplitCall::results) && branch != nullptr &&
                         branch->isConditional() &&
                         branch->getSuccessor(0) == results_.again.front() &&
                         branch->getSuccessor(1) == results_.whole.front() &&
                         results_.again.front()->getSinglePredecessor() == asks &&
                         results_.whole.front()->getSinglePredecessor() == asks &&
                         split_.rest->getParent()->getTerminator()->getSuccessor(1) == asks;
    const llvm::BasicBlock* joined = results_.ends->getParent();
    const bool ends = asks_of_rest(*results_.ends, SplitCall::finish) &&
                      behind_again_.getSingleSuccessor() == joined &&
                      behind_whole_.getSingleSuccessor() == joined &&
                      is_left_for(results_.again, behind_again_) &&
                      is_left_for(results_.whole, behind_whole_);
    if (!decides || number(*split_.rest_plan, 1) == 0 || !ends)
      complain(*results_.decides, Fault::results_without_rest);
  }

  bool asks_of_rest(const llvm::CallInst& call, SplitCall which) const {
    return calls(&call, which) && call.getArgOperand(0) == split_.rest_plan;
  }

  /// The load is in the same block, at the same address, and reported as kept. A value is used
  /// after the load only where it would be used after the store, which always comes between the
  /// value and its use.
  void check_kept() {
    for (const auto& [load, store] : results_.reloads) {
      const auto* value = llvm::dyn_cast<llvm::Instruction>(store->getValueOperand());
      const auto is_described = [this, read = load](const DescribedAccess& own) {
        return own.access == read && description_.of(own).kind == AccessKind::Kept;
      };
      if (value == nullptr || value->getType() != load->getType() || !store->isSimple() ||
          !load->isSimple() || ways_.copy_of(*store->getParent()) != load->getParent() ||
          !llvm::any_of(results_.accesses, is_described) ||
          !same_.is_copy(*load->getPointerOperand(), *store->getPointerOperand()))
        complain(*load, Fault::result_not_kept);
      else
        same_.equate(*load, *value);
    }
  }

  void check_ways() {
    if (const llvm::BasicBlock* other = ways_.first_difference())
      return complain(*other->getTerminator(), Fault::results_on_other_paths);
    for (const auto& [block, copy] : ways_.all()) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      const bool decides = branch == nullptr || branch->isConditional();
      if (block != &behind_whole_ && decides &&
          !same_.is_copy(*copy->getTerminator()->getOperand(0),
                         *block->getTerminator()->getOperand(0)))
        complain(*block->getTerminator(), Fault::results_on_other_paths);
    }
  }

  void check_values() {
    for (const llvm::PHINode* joined : results_.joined) {
      const int again = joined->getBasicBlockIndex(&behind_again_);
      const int whole = joined->getBasicBlockIndex(&behind_whole_);
      if (again < 0 || whole < 0 ||
          !same_.is_copy(*joined->getIncomingValue(again), *joined->getIncomingValue(whole)))
        complain(*joined, Fault::result_differs);
    }
  }

  static auto count_stores(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    size_t stores = 0;
    for (const llvm::BasicBlock* block : blocks)
      stores += llvm::count_if(
          *block, [](const llvm::Instruction& one) { return llvm::isa<llvm::StoreInst>(one); });
    return stores;
  }

  /// Stores are after all loops, as in the whole nest; the rest has all others.
  void check_stores() {
    for (const auto& [again, whole] : results_.stores)
      if (!again->isSimple() || !whole->isSimple() ||
          !blocks_behind(*again->getParent(), results_) ||
          ways_.copy_of(*whole->getParent()) != again->getParent() ||
          !same_.is_copy(*again->getPointerOperand(), *whole->getPointerOperand()) ||
          !same_.is_copy(*again->getValueOperand(), *whole->getValueOperand()))
        complain(*again, Fault::result_differs);
    if (count_stores(results_.again) != results_.stores.size() ||
        count_stores(results_.whole) != results_.stores.size() + count_stores(split_.rest_blocks))
      complain(*results_.decides, Fault::result_differs);
  }

  const SplitNest& split_;
  const NestDescription& description_;
  const NestResultCopies& results_;
  std::optional<Defect>& defect_;
  ValueEquivalence same_;
  const llvm::BasicBlock &behind_again_, &behind_whole_;
  CfgIsomorphism ways_;
};

}  // namespace

void verify_results(const SplitNest& split, const NestDescription& description,
                    llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators,
                    std::optional<Defect>& defect) {
  ResultsChecker(split, description, evolution, dominators, defect).run();
}

bool loads_behind(const llvm::LoadInst& load, const NestResultCopies& results) {
  const auto behind = blocks_behind(*load.getParent(), results);
  if (!behind || !load.isSimple()) return false;
  const CfgIsomorphism ways(*results.whole.front(), *results.again.front(), *end_of(results.whole),
                            *end_of(results.again));
  const auto is_result = [&](const llvm::Instruction& instruction) {
    return llvm::any_of(results.stores,
                        [&](const auto& stored) { return stored.whole == &instruction; });
  };
  return llvm::all_of(ways.all(), [&](const auto& both) {
    return !behind->contains(both.second) ||
           llvm::all_of(*both.first, [&](const llvm::Instruction& instruction) {
             return !instruction.mayWriteToMemory() || is_result(instruction) ||
                    is_annotation(instruction);
           });
  });
}

}  // namespace bamboo::overlap
