// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_alias_check.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/IR/PatternMatch.h>

#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

using namespace llvm::PatternMatch;

/// All that is joined by 'or'.
void collect_terms(const llvm::Value& condition, llvm::SmallVectorImpl<const llvm::Value*>& terms) {
  const llvm::Value *left = nullptr, *right = nullptr;
  if (!match(&condition, m_Or(m_Value(left), m_Value(right)))) {
    terms.push_back(&condition);
    return;
  }
  collect_terms(*left, terms);
  collect_terms(*right, terms);
}

}  // namespace

std::optional<Fault> AliasCheckChecker::check_wait(const llvm::CallInst& wait) const {
  if (!is_waitall(wait) || wait.getArgOperand(1) != pair_.request)
    return Fault::early_completion_of_other;
  const llvm::Value* meet = nullptr;
  if (!match(wait.getArgOperand(0), m_ZExt(m_Value(meet))) || !meet->getType()->isIntegerTy(1))
    return Fault::early_completion_of_more;
  if (!pair_.abi->is_ignored_status(*wait.getArgOperand(2)) ||
      !pair_.abi->is_ignored_status(*pair_.completion->getArgOperand(1)))
    return Fault::early_status_read;
  if (!wait.use_empty() || !pair_.completion->use_empty()) return Fault::early_error_read;
  return std::nullopt;
}

std::optional<Fault> AliasCheckChecker::check_meeting(const llvm::CallInst& starts,
                                                      const Access& own,
                                                      const Access& other) const {
  Fault fault = Fault::same_memory_in_flight;
  for (const AliasCheck& one : pair_.alias_checks) {
    if (one.starts != &starts) continue;
    const llvm::Instruction* behind = one.wait;
    while (behind != nullptr && behind != &starts && behind != pair_.initiation)
      behind = behind->getNextNode();
    const llvm::Value* meet = nullptr;
    llvm::SmallVector<const llvm::Value*, 4> terms;
    if (match(one.wait->getArgOperand(0), m_ZExt(m_Value(meet)))) collect_terms(*meet, terms);
    if (behind != &starts)
      fault = Fault::early_completion_elsewhere;
    else if (llvm::any_of(terms,
                          [&](const llvm::Value* term) { return is_meeting(*term, own, other); }))
      return std::nullopt;
    else
      fault = Fault::accesses_not_compared;
  }
  return fault;
}

bool AliasCheckChecker::is_meeting(const llvm::Value& condition, const Access& own,
                                   const Access& other) const {
  const llvm::Value *begin = nullptr, *other_end = nullptr, *other_begin = nullptr, *end = nullptr;
  return match(
             &condition,
             m_And(m_SpecificICmp(llvm::ICmpInst::ICMP_ULT, m_Value(begin), m_Value(other_end)),
                   m_SpecificICmp(llvm::ICmpInst::ICMP_ULT, m_Value(other_begin), m_Value(end)))) &&
         is_begin(*begin, own, true) && is_end(*end, own, true) &&
         is_begin(*other_begin, other, false) && is_end(*other_end, other, false);
}

bool AliasCheckChecker::is_begin(const llvm::Value& begin, const Access& access,
                                 bool is_own) const {
  const llvm::Value* pointer = nullptr;
  return begin.getType()->isIntegerTy(64) && match(&begin, m_PtrToInt(m_Value(pointer))) &&
         carries(*pointer, *access.memory.Ptr, is_own);
}

bool AliasCheckChecker::is_end(const llvm::Value& end, const Access& access, bool is_own) const {
  const llvm::Value *begin = nullptr, *count = nullptr;
  return access.count != nullptr && access.type == nullptr && !access.any_instance &&
         match(&end, m_Add(m_Value(begin),
                           m_Mul(m_ZExt(m_Value(count)), m_SpecificInt(access.element)))) &&
         is_begin(*begin, access, is_own) && carries(*count, *access.count, is_own);
}

/// Whether the value equals the original where the two are compared. The other operation starts
/// there; for this one all paths from its initiation count.
bool AliasCheckChecker::carries(const llvm::Value& value, const llvm::Value& original,
                                bool is_own) const {
  if (!is_own) return &value == &original;
  llvm::SmallPtrSet<const llvm::Value*, 8> seen = {&value};
  llvm::SmallVector<const llvm::Value*, 8> open = {&value};
  while (!open.empty()) {
    const llvm::Value* one = open.pop_back_val();
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(one);
    if (one == &original) {
      if (instruction != nullptr && pending_.contains(*instruction)) return false;  // another one
      continue;
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(one);
    if (phi == nullptr || !pending_.enters(*phi->getParent())) return false;
    for (const unsigned i : llvm::seq(phi->getNumIncomingValues()))
      if (pending_.leaves(*phi->getIncomingBlock(i)) &&
          seen.insert(phi->getIncomingValue(i)).second)
        open.push_back(phi->getIncomingValue(i));
  }
  return true;
}

}  // namespace bamboo::overlap
