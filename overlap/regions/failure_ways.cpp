// SPDX-License-Identifier: Apache-2.0
#include "regions/failure_ways.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/PatternMatch.h>

namespace bamboo::overlap {

void add_failure_ways(const llvm::CallBase& call, FailureWays& ways) {
  using namespace llvm::PatternMatch;
  for (const llvm::User* user : call.users()) {
    llvm::ICmpInst::Predicate relation{};
    if (!match(user, m_ICmp(relation, m_Specific(&call), m_Zero())) ||
        !llvm::ICmpInst::isEquality(relation))
      continue;
    for (const llvm::User* decided : user->users())
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(decided);
          branch != nullptr && branch->getSuccessor(0) != branch->getSuccessor(1))
        ways[branch] = relation == llvm::ICmpInst::ICMP_NE ? 0 : 1;
  }
}

llvm::SmallVector<llvm::BasicBlock*, 4> successors_without(const FailureWays& ways,
                                                           const llvm::BasicBlock& block) {
  const llvm::Instruction* branch = block.getTerminator();
  const auto way = ways.find(branch);
  llvm::SmallVector<llvm::BasicBlock*, 4> successors;
  for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
    if (way == ways.end() || way->second != i) successors.push_back(branch->getSuccessor(i));
  return successors;
}

/// LLVM's tree does not know the ignored paths.
bool PostDominance::dominates(const llvm::BasicBlock* later,
                              const llvm::BasicBlock* earlier) const {
  if (without_.empty() || later == earlier) return tree_.dominates(later, earlier);
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen = {earlier};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open = {earlier};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (llvm::succ_empty(block)) return false;
    for (const llvm::BasicBlock* next : successors_without(without_, *block))
      if (seen.insert(next).second && next != later) open.push_back(next);
  }
  return seen.contains(later);
}

}  // namespace bamboo::overlap
