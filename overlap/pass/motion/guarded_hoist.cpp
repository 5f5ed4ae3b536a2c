// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/guarded_hoist.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace bamboo::overlap {
namespace {

class GuardedHoister {
 public:
  GuardedHoister(CallPair& pair, const HoistPath& way, llvm::DominatorTree& dominators,
                 llvm::PostDominatorTree& post_dominators, llvm::LoopInfo& loops)
      : pair_(pair),
        way_(way),
        dominators_(dominators),
        updater_(dominators, post_dominators, llvm::DomTreeUpdater::UpdateStrategy::Eager),
        loops_(loops) {
    find_guarded();
  }

  bool may_hoist(llvm::ArrayRef<CallPair*> all) const {
    return llvm::all_of(all, [&](const CallPair* other) {
      return llvm::all_of(other->flight, [&](const Access& access) {
        return is_known(*other, access.memory.Ptr) && is_known(*other, access.count) &&
               is_known(*other, access.type);
      });
    });
  }

  void run(PointsTo& points_to) {
    llvm::Instruction* place = way_.target;
    for (llvm::Instruction* member : llvm::reverse(way_.members)) {
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(member)) {
        place = &repeat(*branch, *place);
      } else if (pair_.hoist_guards.empty() || guarded_.contains(member)) {
        member->moveBefore(place);
      } else {
        member->moveBefore(pair_.hoist_guards.front().guard);
        member->dropUBImplyingAttrsAndMetadata();
      }
    }
    for (llvm::Instruction* member : guarded_) repair_uses(*member, points_to);
    pair_.conditional_exit.from = place;
    if (pair_.conditional_exit.branch == pair_.hoist_guards.front().branch)
      pair_.conditional_exit.branch = pair_.hoist_guards.front().guard;
    pair_.proof.crossed += way_.proof.crossed;
    pair_.proof.structures += way_.proof.structures;
    pair_.proof.attached += way_.proof.attached;
    pair_.above = way_.stop;
  }

 private:
  /// Instructions that may only be executed under the conditions. The others compute values, which
  /// may be computed anywhere and stay known in the conditionals.
  void find_guarded() {
    bool is_inside = false;
    for (llvm::Instruction* member : llvm::reverse(way_.members)) {
      if (llvm::isa<llvm::BranchInst>(member)) {
        is_inside = true;
        continue;
      }
      const auto is_guarded = [&](llvm::Value* operand) {
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
        return instruction != nullptr && guarded_.contains(instruction);
      };
      if (is_inside && (member->mayReadOrWriteMemory() ||
                        !llvm::isSafeToSpeculativelyExecute(member, way_.target) ||
                        llvm::any_of(member->operand_values(), is_guarded)))
        guarded_.insert(member);
    }
  }

  /// Whether splitting and comparing can use the value of another operation at its place, and the
  /// value of this operation at its new place.
  bool is_known(const CallPair& other, const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
    if (instruction == nullptr) return true;
    if (&other != &pair_) return !llvm::is_contained(guarded_, instruction);
    return llvm::is_contained(way_.members, instruction) ||
           dominators_.dominates(instruction, way_.target);
  }

  /// Returns the end of a new block before `place` that is executed when the branch takes the
  /// initiation's path.
  llvm::Instruction& repeat(llvm::BranchInst& branch, llvm::Instruction& place) {
    const unsigned way =
        dominators_.dominates(branch.getSuccessor(0), pair_.initiation->getParent()) ? 0 : 1;
    auto& make = way == 0 ? split_then : split_else;
    llvm::Instruction& end = make(branch, place, updater_, loops_);
    end.getParent()->setName("bamboo.starts");
    auto& guard =
        *llvm::cast<llvm::BranchInst>(end.getParent()->getSinglePredecessor()->getTerminator());
    guard.setDebugLoc(branch.getDebugLoc());
    pair_.hoist_guards.push_back({&branch, &guard, way});
    return end;
  }

  static llvm::Instruction& split_then(llvm::BranchInst& branch, llvm::Instruction& place,
                                       llvm::DomTreeUpdater& updater, llvm::LoopInfo& loops) {
    return *llvm::SplitBlockAndInsertIfThen(branch.getCondition(), &place, false,
                                            branch.getMetadata(llvm::LLVMContext::MD_prof),
                                            &updater, &loops);
  }
  static llvm::Instruction& split_else(llvm::BranchInst& branch, llvm::Instruction& place,
                                       llvm::DomTreeUpdater& updater, llvm::LoopInfo& loops) {
    return *llvm::SplitBlockAndInsertIfElse(branch.getCondition(), &place, false,
                                            branch.getMetadata(llvm::LLVMContext::MD_prof),
                                            &updater, &loops);
  }

  /// Makes the value available at its old place, which is reached only if the value is computed.
  void repair_uses(llvm::Instruction& value, PointsTo& points_to) const {
    llvm::SmallVector<llvm::Use*, 4> outside;
    for (llvm::Use& use : value.uses())
      if (llvm::isa<llvm::BranchInst>(use.getUser())
              ? !is_guard(*use.getUser())
              : !guarded_.contains(llvm::cast<llvm::Instruction>(use.getUser())))
        outside.push_back(&use);
    if (outside.empty()) return;
    llvm::SmallVector<llvm::PHINode*, 2> made;
    llvm::SSAUpdater updater(&made);
    updater.Initialize(value.getType(), "bamboo.risen");
    updater.AddAvailableValue(value.getParent(), &value);
    updater.AddAvailableValue(pair_.hoist_guards.front().guard->getParent(),
                              llvm::PoisonValue::get(value.getType()));
    for (llvm::Use* use : outside)
      if (llvm::cast<llvm::Instruction>(use->getUser())->getParent() != nullptr)
        updater.RewriteUse(*use);
      else  // of a blocking call, which may be restored at its place
        use->set(updater.GetValueInMiddleOfBlock(way_.target->getParent()));
    for (const llvm::PHINode* phi : made) points_to.share(*phi, value);
  }

  bool is_guard(const llvm::User& user) const {
    return llvm::any_of(pair_.hoist_guards,
                        [&](const HoistGuard& one) { return one.guard == &user; });
  }

  CallPair& pair_;
  const HoistPath& way_;
  llvm::DominatorTree& dominators_;
  llvm::DomTreeUpdater updater_;
  llvm::LoopInfo& loops_;
  llvm::SmallSetVector<llvm::Instruction*, 8> guarded_;
};

}  // namespace

llvm::BranchInst* HoistPath::outermost() const {
  for (llvm::Instruction* member : llvm::reverse(members))
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(member)) return branch;
  return nullptr;
}

bool hoist_guarded(CallPair& pair, const HoistPath& way, llvm::ArrayRef<CallPair*> all,
                   llvm::DominatorTree& dominators, llvm::PostDominatorTree& post_dominators,
                   llvm::LoopInfo& loops, PointsTo& points_to) {
  GuardedHoister hoister(pair, way, dominators, post_dominators, loops);
  if (!hoister.may_hoist(all)) return false;
  hoister.run(points_to);
  return true;
}

}  // namespace bamboo::overlap
