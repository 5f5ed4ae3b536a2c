// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/rotation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "pass/options/settings_attribute.h"
#include "pass/prepare/block_copies.h"
#include "pass/prepare/iteration_aliases.h"
#include "pass/prepare/rotation_plan.h"
#include "refusals/stop.h"

namespace bamboo::overlap {
namespace {

constexpr char rotation_pass[] = "bamboo-overlap";
using llvm::ore::NV;
using BlockList = llvm::SmallVector<llvm::BasicBlock*, 16>;

void go_one_way(llvm::BranchInst& branch, unsigned way) {
  llvm::BasicBlock* other = branch.getSuccessor(1 - way);
  if (other != branch.getSuccessor(way)) other->removePredecessor(branch.getParent(), true);
  llvm::ReplaceInstWithInst(&branch, llvm::BranchInst::Create(branch.getSuccessor(way)));
}

class LoopRotator {
 public:
  LoopRotator(const llvm::Loop& loop, const RotationPlan& plan,
              const llvm::DominatorTree& dominators)
      : loop_(loop),
        plan_(plan),
        function_(*loop.getHeader()->getParent()),
        header_(*loop.getHeader()),
        id_(loop.getLoopID()) {
    const llvm::BasicBlock* cut = plan.cut->getParent();
    for (llvm::BasicBlock* block : loop.blocks()) {  // the header comes first
      const bool is_behind = block != cut && dominators.dominates(cut, block);
      (is_behind ? exchanges_ : computes_).push_back(block);
    }
  }

  void run() {
    hoist_invariants();
    part();
    keep_iterations_apart();
    if (plan_.end != nullptr) end_in_front(*plan_.end);
    llvm::removeUnreachableBlocks(function_);
    begin_with_exchange();
  }

 private:
  /// In the two copies of the computation these would be different values.
  void hoist_invariants() {
    if (loop_.getLoopPreheader() == nullptr) return;
    bool changed = false;
    for (llvm::BasicBlock* block : computes_)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
        if (&instruction == plan_.cut) break;
        loop_.makeLoopInvariant(&instruction, changed);
      }
  }

  /// Moves the exchange, and the code that decides whether the loop ends, to separate blocks.
  void part() {
    new_latch_ = plan_.cut->getParent();
    decides_ = new_latch_->splitBasicBlock(plan_.cut->getIterator(), "bamboo.iteration");
    exchange_ = decides_->splitBasicBlock(decides_->begin(), "bamboo.exchange");
    exchanges_.insert(exchanges_.begin(), exchange_);
    for (llvm::Instruction* one : plan_.conditions) {
      one->moveBefore(decides_->getTerminator());
      one->dropUBImplyingAttrsAndMetadata();  // these hold at the end of the exchange
    }
  }

  /// The exchange is next to the computation of another iteration, and of another call of an
  /// inlined function.
  void keep_iterations_apart() {
    declare_scopes_in_each({computes_, exchanges_});
    forget_variables_of_procedures(computes_);
    forget_variables_of_procedures(exchanges_);
  }

  /// The exchange of the last iteration becomes a separate copy.
  void end_in_front(llvm::BranchInst& end) {
    const unsigned stays = loop_.contains(end.getSuccessor(0)) ? 0 : 1;
    llvm::Value* condition = end.getCondition();
    // If the exchange does not return, the loop did not evaluate the condition.
    if (!llvm::isGuaranteedNotToBeUndefOrPoison(condition))
      condition =
          new llvm::FreezeInst(condition, "bamboo.ends", decides_->getTerminator()->getIterator());
    llvm::BasicBlock* ways[] = {way_to_exchange("bamboo.exchange"), way_to_exchange("bamboo.last")};
    llvm::ReplaceInstWithInst(decides_->getTerminator(),
                              llvm::BranchInst::Create(ways[stays], ways[1 - stays], condition));
    llvm::ValueToValueMapTy copies;
    lead_into_copy(exchanges_, {ways[1]}, copies);
    go_one_way(llvm::cast<llvm::BranchInst>(*static_cast<llvm::Value*>(copies[&end])), 1 - stays);
    go_one_way(end, stays);
  }

  llvm::BasicBlock* way_to_exchange(const char* name) {
    auto* way = llvm::BasicBlock::Create(function_.getContext(), name, &function_, exchange_);
    llvm::BranchInst::Create(exchange_, way);
    return way;
  }

  /// The computation of the first iteration becomes a separate copy.
  void begin_with_exchange() {
    BlockList from;
    for (llvm::BasicBlock* block : llvm::predecessors(&header_))
      if (!llvm::is_contained(exchanges_, block) && !llvm::is_contained(from, block))
        from.push_back(block);
    llvm::ValueToValueMapTy copies;
    lead_into_copy(computes_, from, copies);
    renew_scopes(computes_);
    for (llvm::BasicBlock* block : llvm::predecessors(&header_))
      block->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    new_latch_->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, id_);
    llvm::FoldSingleEntryPHINodes(&header_);
    llvm::MergeBlockIntoPredecessor(&header_);
  }

  const llvm::Loop& loop_;
  const RotationPlan& plan_;
  llvm::Function& function_;
  llvm::BasicBlock& header_;
  llvm::MDNode* id_;
  BlockList computes_, exchanges_;       ///< the blocks of an iteration, in front of the cut first
  llvm::BasicBlock* decides_ = nullptr;  ///< in front of the exchange
  llvm::BasicBlock* exchange_ = nullptr;
  llvm::BasicBlock* new_latch_ = nullptr;
};

class FunctionRotation {
 public:
  FunctionRotation(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                   const Summaries& summaries, bool verifies)
      : function_(function),
        analyses_(analyses),
        summaries_(summaries),
        verifies_(verifies),
        emitter_(&function) {}

  bool run() {
    bool changed = false;
    while (rotate_one()) changed = true;
    for (llvm::Loop* loop : loops().getLoopsInPreorder())
      if (const auto decision = decide(*loop); const auto* why = std::get_if<Reason>(&decision))
        remark_refused(*loop, *why);
    return changed;
  }

 private:
  llvm::LoopInfo& loops() { return analyses_.getResult<llvm::LoopAnalysis>(function_); }
  llvm::DominatorTree& dominators() {
    return analyses_.getResult<llvm::DominatorTreeAnalysis>(function_);
  }

  RotationDecision decide(llvm::Loop& loop) {
    if (!RotationPlanner::may_be_planned(loop)) return {};
    return RotationPlanner(dominators(), loops(), summaries_).plan(loop);
  }

  bool rotate_one() {
    for (llvm::Loop* loop : loops().getLoopsInPreorder()) {
      const RotationDecision decision = decide(*loop);
      const auto* plan = std::get_if<RotationPlan>(&decision);
      if (plan == nullptr) continue;
      remark_rotated(*loop, *plan);
      LoopRotator(*loop, *plan, dominators()).run();
      analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
      verify();
      return true;
    }
    return false;
  }

  void verify() const {
    std::string broken;
    llvm::raw_string_ostream text(broken);
    if (verifies_ && llvm::verifyFunction(function_, &text))
      llvm::report_fatal_error(llvm::Twine("bamboo-overlap: a rotated loop broke '") +
                                   function_.getName() + "': " + text.str(),
                               false);
  }

  void remark_rotated(const llvm::Loop& loop, const RotationPlan& plan) {
    emitter_.emit([&] {
      return llvm::OptimizationRemark(rotation_pass, "Rotated", loop.getStartLoc(),
                                      loop.getHeader())
             << "the loop was rotated: from its second iteration on, "
             << NV("Nest", "the nest in " + line_of(plan.nest->getStartLoc()))
             << " follows the exchange of the previous iteration";
    });
  }

  void remark_refused(const llvm::Loop& loop, Reason why) {
    emitter_.emit([&] {
      return llvm::OptimizationRemarkMissed(rotation_pass, "NotRotated", loop.getStartLoc(),
                                            loop.getHeader())
             << "the loop ends with an exchange that no computation hides, and was not rotated: "
             << words_of(why) << llvm::ore::setExtraArgs() << NV("Reason", name_of(why));
    });
  }

  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  bool verifies_;
  llvm::OptimizationRemarkEmitter emitter_;
};

bool may_be_rotated(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                    const Settings& settings) {
  if (function.isDeclaration() || function.hasOptNone() || function.hasOptSize() ||
      function.callsFunctionThatReturnsTwice() || !settings.split)
    return false;
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto may_be_planned = [](const llvm::Loop* loop) {
    return RotationPlanner::may_be_planned(*loop);
  };
  // A loop may contain a cycle that is not a natural loop, in which each block seems to be a part
  // of another one.
  return llvm::any_of(loops.getLoopsInPreorder(), may_be_planned) &&
         !llvm::mayContainIrreducibleControl(function, &loops);
}

}  // namespace

bool rotate_loops(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                  const Settings& settings) {
  std::optional<Summaries> summaries;
  bool changed = false;
  for (llvm::Function& function : module) {
    const Settings own = settings_of(function, settings);
    if (!may_be_rotated(function, analyses, own)) continue;
    if (!summaries) summaries.emplace(module, analyses);
    changed |= FunctionRotation(function, analyses, *summaries, own.verify).run();
  }
  return changed;
}

}  // namespace bamboo::overlap
