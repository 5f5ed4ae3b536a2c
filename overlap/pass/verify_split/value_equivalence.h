// SPDX-License-Identifier: Apache-2.0
// Decides whether two places of a function compute the same number. For the verifiers, which do
// not use the records of the transformation.
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
  /// Compares loads by their memory only after `begin`, because the changes after earlier ones are
  /// unknown.
  ValueEquivalence(llvm::ScalarEvolution& evolution, const llvm::DominatorTree& dominators,
                   const llvm::Instruction& begin)
      : evolution_(evolution), dominators_(dominators), begin_(begin) {}

  /// Maps expressions that are always equal to one expression: instructions with equal operands are
  /// represented by one of them, addresses by numbers. Counters that are narrower than addresses
  /// count as if they did not wrap around. Nothing may change the memory between loads that are
  /// represented by one: see `loads`.
  const llvm::SCEV* canonical(const llvm::SCEV& expression);
  bool are_equal(const llvm::SCEV& a, const llvm::SCEV& b);
  /// Like above, but respects how narrow numbers are extended: these may wrap around.
  bool are_equal_as_extended(const llvm::SCEV& a, const llvm::SCEV& b);

  /// Whether `copy` computes the same as `original`: the same instructions with the same values.
  /// Phis are compared for blocks that `follow` has named. For loads see `loads`.
  bool is_copy(const llvm::Value& copy, const llvm::Value& original);

  /// Assumes that `copy` equals `original`, for example because both ask the library for the same
  /// bound.
  void equate(const llvm::Value& copy, const llvm::Value& original) {
    copies_.insert({&copy, &original});
  }

  /// Sets where `is_copy` finds the copy's block that a phi's value comes from.
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
