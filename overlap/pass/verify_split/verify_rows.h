// SPDX-License-Identifier: Apache-2.0
// Verifies that a nest that is cut by rows reports, for each row, all memory that the row may read.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "effects/summaries.h"
#include "pass/verify_split/cfg_isomorphism.h"
#include "pass/verify_split/described_accesses.h"
#include "pass/verify_split/value_equivalence.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Checks that the copy that reads rows has the same control flow as the core, executes nothing,
/// dereferences nothing that may not be a valid address yet, decides by final values, and reports
/// for each indirect access of each row a lower and an upper bound of the addresses that the core
/// reads.
class RowsChecker {
 public:
  RowsChecker(const SplitNest& split, const NestDescription& description,
              const Summaries& summaries, llvm::ScalarEvolution& evolution,
              const llvm::DominatorTree& dominators, std::optional<Defect>& defect);
  void run();

 private:
  void check_order();
  void check_same_ways();
  void check_looking();
  void check_inputs();
  bool is_reported(const llvm::Value& input) const;
  bool is_linear(const llvm::LoadInst& load);
  void check_read(const llvm::LoadInst& load);
  bool asks_of_row(const llvm::Instruction& instruction) const;
  bool is_checked(const llvm::LoadInst& load) const;
  bool is_checked(const RowAccess& row, const llvm::BasicBlock& block);
  bool depends_on_unknown(const llvm::Value& value);
  bool may_trap(const llvm::Instruction& instruction);
  void check_description(const RowAccess& row, unsigned number);
  void check_covered(const RowAccess& row);
  void check_gathered(const RowAccess& row, unsigned number);
  bool is_index(const RowAccess& row) const;
  bool is_list(const RowAccess& row);
  /// The number by which a variable is changed in this block: the lesser, or the greater, of both.
  const llvm::Value* update_in(const llvm::BasicBlock& block, const llvm::AllocaInst& variable,
                               llvm::Intrinsic::ID extreme) const;
  bool is_in_core_order(const llvm::AllocaInst& variable, uint64_t initial,
                        llvm::Intrinsic::ID extreme) const;
  bool is_row_counter(const llvm::Value& value) const;
  bool is_reported_in_latch(const RowAccess& row, unsigned number) const;
  bool is_variable(const llvm::Value& value) const;
  bool is_in(const llvm::BasicBlock& block) const;
  void complain(const llvm::Instruction& instruction, Fault fault) {
    if (!defect_) defect_.emplace(fault, instruction.getDebugLoc());
  }

  const SplitNest& split_;
  const NestDescription& description_;
  const RowSearch& rows_;
  const Summaries& summaries_;
  llvm::ScalarEvolution& evolution_;
  std::optional<Defect>& defect_;
  llvm::LoopInfo loops_;
  ValueEquivalence same_;
  CfgIsomorphism ways_;               ///< of the core, and of the copy that reads rows
  const llvm::Loop* loop_ = nullptr;  ///< the loop that reads rows
};

}  // namespace bamboo::overlap
