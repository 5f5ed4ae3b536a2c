// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_operation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "pass/completions/early_exits.h"
#include "pass/completions/guarded_wait.h"
#include "pass/completions/null_request.h"
#include "pass/completions/request_count.h"
#include "pass/verify/verify_alias_check.h"
#include "pass/verify/verify_guarded_hoist.h"

namespace bamboo::overlap {
namespace {

bool completes(const llvm::Instruction& instruction, const CallPair& pair) {
  return llvm::is_contained(pair.completions(), &instruction);
}

bool is_half(const llvm::Instruction& instruction, llvm::ArrayRef<CallPair*> all) {
  return llvm::any_of(all, [&](const CallPair* pair) {
    return pair->initiation == &instruction || completes(instruction, *pair);
  });
}

/// At this place the program checks whether an operation has to be completed early.
bool is_alias_check(const llvm::Instruction& instruction, const CallPair& pair) {
  return llvm::any_of(pair.alias_checks,
                      [&](const AliasCheck& one) { return one.wait == &instruction; });
}

class PathChecker {
 public:
  PathChecker(const CallPair& pair, llvm::ArrayRef<CallPair*> all, const Dependence& dependence,
              const Summaries& summaries, llvm::ArrayRef<SplitNest> splits)
      : pair_(pair), all_(all), dependence_(dependence), summaries_(summaries), splits_(splits) {}

  std::optional<Defect> run() {
    if (pair_.is_programs_own) {
      const RequestCount count = request_count_of(*pair_.completion);
      if (count.begin == nullptr) return Fault::request_count_unknown;
      begin_ = count.begin;
      read_ = count.read;
      variable_ = count.variable;
    }
    if (!pair_.is_programs_own) alias_checks_.emplace(pair_);
    for (const AliasCheck& one : pair_.alias_checks)
      if (!defect_ && alias_checks_)
        if (const auto fault = alias_checks_->check_wait(*one.wait)) complain(*fault);
    for (const EarlyExit& fork : pair_.early_exits)
      for (const llvm::CallInst* copy : fork.completions)
        if (!defect_) check_copy(*copy);
    if (!defect_) follow(begin_->getNextNode());
    while (!defect_ && !open_.empty()) follow(&open_.pop_back_val()->front());
    for (const llvm::CallInst* completion : completions_)
      if (!defect_) check_origin(*completion);
    return defect_;
  }

 private:
  void complain(Fault fault) { defect_ = Defect(fault); }
  void complain(Fault fault, const llvm::Instruction& at) {
    defect_ = Defect(fault, at.getDebugLoc());
  }

  /// Each of several completions has the same effect as the first one.
  void check_copy(const llvm::CallInst& copy) {
    std::optional<Reason> why = why_not_duplicated(pair_);
    if (!why && !copy.use_empty()) why = Reason::error_code_read;
    if (!copy.isIdenticalTo(pair_.completion))
      complain(Fault::completions_differ, copy);
    else if (why)
      defect_ = Defect(Fault::completed_at_several_places, {}, *why);
  }

  /// Follows the path from `first` to the end of its block, or to a completion.
  void follow(const llvm::Instruction* first) {
    for (const llvm::Instruction* i = first; i != nullptr; i = i->getNextNode()) {
      if (llvm::is_contained(completions_, i)) return;
      check(*i);
      if (defect_) return;
    }
    const llvm::BasicBlock* block = first->getParent();
    if (llvm::succ_empty(block)) complain(Fault::function_ends_while_pending);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (seen_.insert(next).second) open_.push_back(next);
  }

  void check(const llvm::Instruction& instruction) {
    if (&instruction == begin_) {
      complain(Fault::started_while_pending);
    } else if (is_half(instruction, all_)) {
      check_other_half(llvm::cast<llvm::CallInst>(instruction));
    } else if (llvm::any_of(all_, [&](const CallPair* pair) {
                 return is_alias_check(instruction, *pair);
               })) {
      // A completion.
    } else if (is_used_by(instruction)) {
      complain(Fault::request_used_while_pending, instruction);
    } else if (const Obstacle obstacle = summaries_.obstacle(instruction);
               !may_be_passed(obstacle)) {
      defect_ =
          Defect(Fault::obstacle_while_pending, instruction.getDebugLoc(), reason_of(obstacle));
    } else if (const Access* access = dependence_.disturbed(instruction, pair_.flight);
               access != nullptr && !is_compared(instruction)) {
      defect_.emplace(Fault::memory_touched, instruction.getDebugLoc()).role = access->role;
    } else if (pair_.orders_ranks && !dependence_.is_private(instruction)) {
      complain(Fault::shared_memory_touched, instruction);
    }
  }

  /// The request, or the count of requests.
  bool is_used_by(const llvm::Instruction& instruction) const {
    return &instruction != read_ && !is_alias_check(instruction, pair_) &&
           llvm::is_contained(instruction.operand_values(), variable_);
  }

  bool starts_nothing(const llvm::Instruction& instruction) const {
    return pair_.is_programs_own
               ? llvm::is_contained(request_count_of(*pair_.completion).none, &instruction)
               : sets_null_request(instruction, pair_);
  }

  std::optional<Reason> why_not_on_other_ways() const {
    return pair_.is_programs_own ? why_not_for_count_zero(*pair_.completion)
                                 : why_not_for_null_request(pair_);
  }

  /// Whether it is in a core that runs only if a run-time check found no overlap with the message.
  bool is_compared(const llvm::Instruction& instruction) const {
    return llvm::any_of(splits_, [&](const SplitNest& split) {
      return (llvm::is_contained(split.core_blocks, instruction.getParent()) ||
              llvm::is_contained(split.rows.blocks, instruction.getParent())) &&
             llvm::any_of(split.looked_at,
                          [&](const auto& one) { return one.access == pair_.completion; });
    });
  }

  void check_other_half(const llvm::CallInst& half) {
    for (const CallPair* other : all_) {
      if (other->initiation != &half || other == pair_.twin) continue;
      if (pair_.orders_ranks || other->orders_ranks) complain(Fault::barrier_passed);
      for (const Access& access : other->flight)
        for (const Access& own : pair_.flight)
          if (!defect_ && (access.written || own.written) && !dependence_.apart(access, own))
            check_meeting(half, own, access);
    }
  }

  void check_meeting(const llvm::CallInst& half, const Access& own, const Access& other) {
    const auto fault = alias_checks_ ? alias_checks_->check_meeting(half, own, other)
                                     : Fault::same_memory_in_flight;
    if (fault) complain(*fault);
  }

  /// Follows the paths backwards from a completion. All of them must come from the initiation, or
  /// from a place where the request is set to null; then the completion has no effect, and does not
  /// call the MPI.
  void check_origin(const llvm::CallInst& completion) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::Instruction*, 16> open = {&completion};
    while (!open.empty()) {
      const llvm::Instruction* i = open.pop_back_val();
      while (i != nullptr && i != begin_) {
        if (starts_nothing(*i)) {
          if (const auto why = why_not_on_other_ways()) {
            defect_ = Defect(Fault::completed_without_start, {}, *why);
            return;
          }
          if (!is_guarded(pair_)) return complain(Fault::not_guarded);
          break;
        }
        if (i != &completion && llvm::is_contained(completions_, i))
          return complain(Fault::completed_twice);
        if (i != &completion && is_used_by(*i)) return complain(Fault::request_used_before, *i);
        const llvm::Instruction* before = i->getPrevNode();
        if (before == &completion) return complain(Fault::completed_twice);
        if (before == nullptr) {
          if (llvm::pred_empty(i->getParent())) return complain(Fault::path_without_start);
          for (const llvm::BasicBlock* block : llvm::predecessors(i->getParent()))
            if (seen.insert(block).second) open.push_back(block->getTerminator());
        }
        i = before;
      }
    }
  }

  const CallPair& pair_;
  llvm::ArrayRef<CallPair*> all_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  llvm::ArrayRef<SplitNest> splits_;
  const llvm::Instruction* begin_ = pair_.initiation;  ///< or where requests begin to count
  const llvm::Instruction* read_ = nullptr;            ///< of their count, for the completion
  const llvm::Value* variable_ = pair_.request;
  llvm::SmallVector<llvm::CallInst*, 2> completions_ = pair_.completions();
  std::optional<AliasCheckChecker> alias_checks_;  ///< nothing: the program's own
  std::optional<Defect> defect_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen_;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open_;
};

}  // namespace

std::optional<Defect> verify_operation(const CallPair& pair, llvm::ArrayRef<CallPair*> all,
                                       const Dependence& dependence, const Summaries& summaries,
                                       llvm::ArrayRef<SplitNest> splits) {
  if (const auto fault = verify_guarded_hoist(pair, splits)) return *fault;
  return PathChecker(pair, all, dependence, summaries, splits).run();
}

}  // namespace bamboo::overlap
