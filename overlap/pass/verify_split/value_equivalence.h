// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether two places of a function compute the same number: for the verifiers, which do not know
/// how a place came about.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include <map>
#include <vector>

#include "pass/verify_split/cfg_isomorphism.h"

namespace bamboo::overlap {

class ValueEquivalence {
 public:
  /// Only loads behind `begin` are compared by what they load: what has happened
  /// behind those in front of it is not known.
  ValueEquivalence(llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators,
                   const llvm::Instruction& begin)
      : evolution_(evolution), dominators_(dominators), begin_(begin) {}

  /// Expressions that are always equal become one: instructions that compute the same from the same
  /// are one, addresses are numbers. Narrow counters count as ones that do not wrap around.
  /// Of loads that become one, nothing in between may change the memory: see `loads`.
  const llvm::SCEV* canonical(const llvm::SCEV& expression);
  bool are_equal(const llvm::SCEV& a, const llvm::SCEV& b);
  /// The same where it counts how narrow numbers are extended: these may wrap around.
  bool are_equal_as_extended(const llvm::SCEV& a, const llvm::SCEV& b);

  /// True when `copy` computes what `original` does: the same instructions, of the same values.
  /// Phis are those of blocks that `follow` has named. For loads the same holds: see `loads`.
  bool is_copy(const llvm::Value& copy, const llvm::Value& original);

  /// Takes a value for a copy: of two that are asked for in the same way and mean the same.
  void equate(const llvm::Value& copy, const llvm::Value& original) {
    copies_.insert({&copy, &original});
  }

  /// Where `is_copy` finds the block that a phi's value comes from in the copy.
  void follow(const CfgIsomorphism& ways) { ways_ = &ways; }

  /// One of each kind that `canonical` or `is_copy` has taken for one.
  const std::vector<const llvm::LoadInst*>& loads() const { return loads_; }

 private:
  using Key = std::vector<const void*>;
  const llvm::SCEV* unified(const llvm::SCEV& expression);
  const llvm::SCEV* as_number(const llvm::SCEV& expression);
  bool are_equal_numbers(const llvm::SCEV& a, const llvm::SCEV& b);
  llvm::Value* representative(llvm::Instruction& instruction);
  bool does_the_same(const llvm::Value& copy, const llvm::Value& original);
  bool is_copied_phi(const llvm::PHINode& copy, const llvm::PHINode& original);
  bool is_behind_begin(const llvm::Instruction& load) const;
  void note(const llvm::LoadInst& load);

  llvm::ScalarEvolution& evolution_;
  const llvm::DominatorTree& dominators_;
  const llvm::Instruction& begin_;
  const CfgIsomorphism* ways_ = nullptr;
  std::map<Key, llvm::Instruction*> known_;
  std::vector<const llvm::LoadInst*> loads_;
  llvm::DenseSet<std::pair<const llvm::Value*, const llvm::Value*>> copies_;  ///< shown, or assumed
};

}  // namespace bamboo::overlap
