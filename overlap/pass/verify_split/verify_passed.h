// SPDX-License-Identifier: Apache-2.0
// Verifies that the core of a split nest may precede the statements that it passed.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "effects/dependence.h"
#include "pass/operations/call_pair.h"
#include "pass/verify_split/cfg_isomorphism.h"
#include "pass/verify_split/described_accesses.h"
#include "pass/verify_split/value_equivalence.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Checks all paths from the core to the rest: the program inspects every access that may touch the
/// nest's arrays, as often and in the same order as it is executed, and nothing changes the inputs
/// of the bounds.
class PassedChecker {
 public:
  PassedChecker(const SplitNest& split, llvm::ArrayRef<SplitNest> earlier,
                const NestDescription& description, llvm::ArrayRef<CallPair*> pairs,
                const Dependence& dependence, const Summaries& summaries,
                const llvm::DominatorTree& dominators, ValueEquivalence& same,
                std::optional<Defect>& defect);
  void run();

 private:
  void check_same_ways();
  void check_load(const llvm::LoadInst& load, const llvm::Instruction& passed);
  void add_rest(const SplitNest& earlier);
  void check_passed(const llvm::Instruction& instruction);
  void check_rest(const llvm::Instruction& instruction, const SplitNest& earlier);
  void check_look(const llvm::Instruction& instruction);
  void look(const llvm::Instruction& instruction, const llvm::Value& address, bool written,
            Fault nowhere,
            llvm::function_ref<std::optional<Fault>(const llvm::CallInst& report)> check);
  bool is_product(const llvm::Value& value, const llvm::Value& count, uint64_t factor);
  void check_asked(const llvm::CallInst& call);
  bool is_kept(const llvm::LoadInst& load);
  void check_kept();
  void check_passed_half(const llvm::Instruction& call, const CallPair& pair);
  void check_message(const llvm::Instruction& call, const Access& access, bool completes);
  const CallPair* pair_of(const llvm::Instruction& half) const;
  void complain(const llvm::Instruction& instruction, Fault fault) {
    if (!defect_) defect_.emplace(fault, instruction.getDebugLoc());
  }

  const SplitNest& split_;
  const NestDescription& description_;
  llvm::ArrayRef<CallPair*> pairs_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  ValueEquivalence& same_;
  std::optional<Defect>& defect_;               ///< the first defect of the nest
  const std::vector<const SplitNest*> behind_;  ///< earlier nests whose cores have run before
  const FailureWays failures_;                  ///< the branches into the rests of these
  CfgIsomorphism ways_;  ///< from the core to the rest, and where the program looks
  std::vector<const llvm::Instruction*> passed_;                     ///< by the core
  llvm::DenseMap<const llvm::BasicBlock*, const SplitNest*> rests_;  ///< the nests of passed rests
};

}  // namespace bamboo::overlap
