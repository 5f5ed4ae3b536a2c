// SPDX-License-Identifier: Apache-2.0
// Paths in front of a nest that it stays whole on: `if (verbose) print();`. The program finds out
// before the core whether it takes one.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace bamboo::overlap {

/// The successor `way` of a branch.
struct Way {
  const llvm::BranchInst* branch;
  unsigned way;
};

/// Returns the nearest branch that decides whether `block` is executed, or nothing if the nest is
/// on the same path as `block`.
std::optional<Way> way_beside(const llvm::BasicBlock& block, const llvm::BasicBlock& nest,
                              const llvm::DominatorTree& dominators);

/// Whether `block` is executed only on that path.
bool is_only_on(const Way& way, const llvm::BasicBlock& block,
                const llvm::DominatorTree& dominators);

}  // namespace bamboo::overlap
