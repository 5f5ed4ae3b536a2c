// SPDX-License-Identifier: Apache-2.0
#include "verify_split.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <set>

namespace bamboo::overlap {
namespace {

bool calls(const llvm::Value* value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == name;
}

uint64_t number(const llvm::CallInst& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

class SplitChecker {
 public:
  SplitChecker(const Split& split, llvm::ArrayRef<Pair*> pairs, const Dependence& dependence,
               const Summaries& summaries, llvm::ScalarEvolution& evolution)
      : split_(split),
        pairs_(pairs),
        dependence_(dependence),
        summaries_(summaries),
        evolution_(evolution),
        core_(split.core_blocks.begin(), split.core_blocks.end()),
        shell_(split.shell_blocks.begin(), split.shell_blocks.end()) {}

  std::string run() {
    read_plan();
    for (const llvm::BasicBlock* block : split_.core_blocks)
      for (const llvm::Instruction& instruction : *block) check_core(instruction);
    for (const auto& [instruction, told] : split_.described) check_description(*instruction, *told);
    check_loops(split_.core_blocks, *split_.plan);
    check_loops(split_.shell_blocks, *split_.shell);
    check_ways();
    check_between();
    return problem_;
  }

 private:
  void complain(const llvm::Instruction& instruction, const llvm::Twine& what) {
    if (!problem_.empty()) return;
    const llvm::DebugLoc& place = instruction.getDebugLoc();
    problem_ = what.str();
    if (place) problem_ += " (line " + std::to_string(place.getLine()) + ")";
  }

  /// What the library is told, in the order of the calls.
  void read_plan() {
    const llvm::CallInst* access = nullptr;
    const llvm::BasicBlock* describes = split_.described.front().second->getParent();
    for (const llvm::Instruction& instruction : *describes) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || call->arg_size() == 0 || call->getArgOperand(0) != split_.plan)
        continue;
      if (calls(call, "bamboo_split_loop")) cut_.push_back(number(*call, 2) != 0);
      if (calls(call, "bamboo_split_access")) access = call;
      if (calls(call, "bamboo_split_stride")) strides_[access].insert(call->getArgOperand(2));
    }
  }

  void check_core(const llvm::Instruction& instruction) {
    if (summaries_.obstacle(instruction) != Obstacle::none)
      complain(instruction, "the core does more than compute");
    const bool is_silent = !instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst();
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool is_annotation = intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic() &&
                               !intrinsic->isLifetimeStartOrEnd();
    if (is_silent || is_annotation ||
        (call != nullptr &&
         (call->onlyAccessesInaccessibleMemory() || summaries_.is_arithmetic(*call))))
      return;
    if (llvm::none_of(split_.described, [&](const auto& one) { return one.first == &instruction; }))
      complain(instruction, "the library is not told of an access of the core");
  }

  /// The address in the core: as it was told, with the bounds as the first iteration.
  void check_description(const llvm::Instruction& instruction, const llvm::CallInst& told) {
    if (!calls(&told, "bamboo_split_access") || told.getArgOperand(0) != split_.plan)
      return complain(instruction, "an access of the core is told to somebody else");
    if (instruction.mayWriteToMemory() && llvm::isa<llvm::StoreInst>(instruction) &&
        number(told, 3) == 0)
      complain(instruction, "a write of the core is told as a read");
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer == nullptr) return;
    const llvm::SCEV* address = over_all(*evolution_.getSCEV(const_cast<llvm::Value*>(pointer)));
    std::set<const llvm::SCEV*> strides;
    for (const llvm::Value* stride : strides_[&told])
      strides.insert(with_same_loads(*evolution_.getSCEV(const_cast<llvm::Value*>(stride))));
    while (const llvm::SCEVAddRecExpr* recurrence = next_recurrence(*address)) {
      if (!strides.contains(with_same_loads(*recurrence->getStepRecurrence(evolution_))))
        complain(instruction, "an access of the core has a stride that is not told");
      address = recurrence->getStart();
    }
    if (loop_of_core(*address) != nullptr)
      complain(instruction, "an access of the core is not linear");
  }

  /// From the first iteration of all loops on, of which the core's are a part.
  const llvm::SCEV* over_all(const llvm::SCEV& expression) {
    llvm::ValueToSCEVMapTy from_zero;
    for (const llvm::BasicBlock* block : split_.core_blocks)
      for (const llvm::Instruction& instruction : *block)
        if (calls(&instruction, "bamboo_split_first"))
          from_zero[&instruction] = evolution_.getZero(instruction.getType());
    return llvm::SCEVParameterRewriter::rewrite(&expression, evolution_, from_zero);
  }

  /// A loop of the core that the expression changes in; null: none.
  const llvm::Loop* loop_of_core(const llvm::SCEV& expression) const {
    const llvm::Loop* found = nullptr;
    llvm::SCEVExprContains(&expression, [&](const llvm::SCEV* part) {
      const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
      if (recurrence != nullptr && core_.contains(recurrence->getLoop()->getHeader()))
        found = recurrence->getLoop();
      return found != nullptr;
    });
    return found;
  }

  /// The expression as a linear function of a loop of the core; null: it is none. That narrow
  /// counters do not wrap around was shown of the whole nest, or is asked when the program runs: of
  /// a part with bounds that are not known it cannot be shown.
  const llvm::SCEVAddRecExpr* next_recurrence(const llvm::SCEV& expression) {
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(&expression);
    if (recurrence != nullptr)
      return core_.contains(recurrence->getLoop()->getHeader()) ? recurrence : nullptr;
    const llvm::Loop* loop = loop_of_core(expression);
    llvm::SmallPtrSet<const llvm::SCEVPredicate*, 4> predicates;
    return loop == nullptr
               ? nullptr
               : evolution_.convertSCEVToAddRecWithPredicates(&expression, loop, predicates);
  }

  /// The core and the library load the same values twice: one stands for both, and nothing in
  /// between may change them.
  const llvm::SCEV* with_same_loads(const llvm::SCEV& expression) {
    llvm::ValueToSCEVMapTy same;
    llvm::SCEVExprContains(&expression, [&](const llvm::SCEV* part) {
      const auto* unknown = llvm::dyn_cast<llvm::SCEVUnknown>(part);
      auto* load =
          unknown == nullptr ? nullptr : llvm::dyn_cast<llvm::LoadInst>(unknown->getValue());
      if (load == nullptr) return false;
      const llvm::SCEV* place = with_same_loads(*evolution_.getSCEV(load->getPointerOperand()));
      const auto key = std::make_pair(place, load->getType());
      same[load] = evolution_.getUnknown(loads_.try_emplace(key, load).first->second);
      return false;
    });
    return llvm::SCEVParameterRewriter::rewrite(&expression, evolution_, same);
  }

  /// Each loop that may be cut begins where the library says, and looks where it ends.
  void check_loops(llvm::ArrayRef<llvm::BasicBlock*> blocks, const llvm::CallInst& plan) {
    std::set<uint64_t> first, end;
    for (const llvm::BasicBlock* block : blocks) {
      for (const llvm::PHINode& phi : block->phis())
        for (const llvm::Value* start : phi.incoming_values())
          if (calls(start, "bamboo_split_first")) add(first, *start, plan);
      for (const llvm::Instruction& instruction : *block)
        for (const llvm::Value* operand : instruction.operand_values())
          if (calls(operand, "bamboo_split_end")) add(end, *operand, plan);
    }
    for (size_t loop = 0; loop < cut_.size(); ++loop)
      if (cut_[loop] != first.contains(loop) || cut_[loop] != end.contains(loop))
        complain(plan, "a loop does not have the bounds of the library");
  }

  void add(std::set<uint64_t>& loops, const llvm::Value& bound, const llvm::CallInst& plan) {
    const auto& call = llvm::cast<llvm::CallInst>(bound);
    if (call.getArgOperand(0) != &plan) complain(call, "bounds come from another plan");
    loops.insert(number(call, 1));
  }

  /// Into the core only when there is one, into the rest part by part.
  void check_ways() {
    const auto check_entry = [&](const llvm::CallInst& decision, const llvm::BasicBlock& entry) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(decision.getParent()->getTerminator());
      if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) != &entry ||
          entry.getSinglePredecessor() != decision.getParent())
        complain(decision, "a part of the nest has other ways into it");
    };
    check_entry(*split_.core, *split_.core_blocks.front());
    check_entry(*split_.rest, *split_.shell_blocks.front());
    for (const llvm::BasicBlock* block : split_.shell_blocks)
      for (const llvm::BasicBlock* next : llvm::successors(block))
        if (!shell_.contains(next) && next != split_.rest->getParent())
          complain(*block->getTerminator(), "a way out of the rest leaves parts of it out");
  }

  /// Everything on the ways from the core to the rest.
  void check_between() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen = {split_.rest->getParent()};
    llvm::SmallVector<const llvm::BasicBlock*, 16> open = {split_.core->getParent()};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (block == split_.plan->getParent()) complain(*split_.plan, "the core is begun twice");
      if (llvm::succ_empty(block))
        complain(*block->getTerminator(), "the function ends before the rest");
      if (!core_.contains(block))
        for (const llvm::Instruction& instruction : *block) check_passed(instruction);
      for (const llvm::BasicBlock* next : llvm::successors(block)) open.push_back(next);
    }
  }

  void check_passed(const llvm::Instruction& instruction) {
    const auto* look =
        llvm::find_if(split_.looked_at, [&](const auto& one) { return one.first == &instruction; });
    if (look != split_.looked_at.end()) {
      const llvm::CallInst& told = *look->second;
      if (!calls(&told, "bamboo_split_touch") || told.getArgOperand(0) != split_.plan)
        complain(instruction, "what the core passed is told to somebody else");
      if (llvm::isa<llvm::StoreInst>(instruction) && number(told, 4) == 0)
        complain(instruction, "a write that the core passed is told as a read");
      return;
    }
    const auto* half = llvm::find_if(pairs_, [&](const Pair* pair) {
      return pair->initiation == &instruction || pair->completion == &instruction;
    });
    if (half != pairs_.end()) return check_passed_half(instruction, **half);
    if (summaries_.obstacle(instruction) != Obstacle::none)
      complain(instruction, "the core passed something else");
    for (const auto& [own, told] : split_.described)
      if (dependence_.conflicts(instruction, anywhere(*own)))
        complain(instruction, "the core passed what may touch its arrays");
    for (const auto& [key, load] : loads_)
      if (dependence_.conflicts(instruction, anywhere(*load)))
        complain(instruction, "the core passed what may change its bounds");
  }

  void check_passed_half(const llvm::Instruction& call, const Pair& pair) {
    if (pair.initiation == &call && (pair.operation == nullptr || pair.operation->is_send()))
      complain(call, "the core passed the start of a send");
    for (const Access& access : pair.flight) {
      for (const auto& [own, told] : split_.described)
        if ((access.written || own->mayWriteToMemory()) &&
            !dependence_.apart(access, anywhere(*own)))
          complain(call, "the core passed a message that may be part of its arrays");
      for (const auto& [key, load] : loads_)
        if (access.written && !dependence_.apart(access, anywhere(*load)))
          complain(call, "the core passed a message that may change its bounds");
    }
  }

  static Access anywhere(const llvm::Instruction& own) {
    const auto place = llvm::MemoryLocation::getOrNone(&own);
    const llvm::Value* pointer =
        place ? place->Ptr : llvm::cast<llvm::MemIntrinsic>(own).getRawDest();
    return {llvm::MemoryLocation::getBeforeOrAfter(pointer, own.getAAMetadata()),
            own.mayWriteToMemory(), "array"};
  }

  const Split& split_;
  llvm::ArrayRef<Pair*> pairs_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> core_, shell_;
  llvm::SmallVector<bool, 5> cut_;
  llvm::DenseMap<const llvm::CallInst*, llvm::SmallPtrSet<const llvm::Value*, 4>> strides_;
  std::map<std::pair<const llvm::SCEV*, llvm::Type*>, llvm::LoadInst*> loads_;
  std::string problem_;
};

}  // namespace

std::string verify_split(const Split& split, llvm::ArrayRef<Pair*> pairs,
                         const Dependence& dependence, const Summaries& summaries,
                         llvm::ScalarEvolution& evolution) {
  return SplitChecker(split, pairs, dependence, summaries, evolution).run();
}

}  // namespace bamboo::overlap
