// SPDX-License-Identifier: Apache-2.0
// Reads a module's constraints for PointsTo. Integers as wide as a pointer count as pointers,
// because the optimiser copies pointers through them.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include "effects/constraint_graph.h"

namespace bamboo::overlap {

struct Constraints {
  ConstraintGraph graph;
  llvm::DenseMap<const llvm::Value*, ConstraintGraph::Node> nodes;  ///< of the pointers
  unsigned unknown = 0;  ///< the object that represents other modules
  Objects globals;       ///< the variables outside of functions
  Objects constants;     ///< those of them that nothing writes
};

Constraints collect_constraints(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

}  // namespace bamboo::overlap
