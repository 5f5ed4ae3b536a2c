// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/whole_ways.h"

namespace bamboo::overlap {

bool is_only_on(const Way& way, const llvm::BasicBlock& block,
                const llvm::DominatorTree& dominators) {
  const llvm::BasicBlockEdge edge(way.branch->getParent(), way.branch->getSuccessor(way.way));
  return edge.isSingleEdge() && dominators.dominates(edge, &block);
}

std::optional<Way> way_beside(const llvm::BasicBlock& block, const llvm::BasicBlock& nest,
                              const llvm::DominatorTree& dominators) {
  const llvm::DomTreeNode* node = dominators.getNode(&block);
  for (node = node == nullptr ? nullptr : node->getIDom(); node != nullptr;
       node = node->getIDom()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    for (const unsigned way : {0U, 1U})
      if (is_only_on({branch, way}, block, dominators)) {
        if (is_only_on({branch, way}, nest, dominators)) return std::nullopt;
        return Way{branch, way};
      }
  }
  return std::nullopt;
}

}  // namespace bamboo::overlap
