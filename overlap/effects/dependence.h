// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which instructions must keep their order because of memory.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>

#include "effects/points_to.h"
#include "effects/summaries.h"
#include "mpi_calls/accesses.h"

namespace bamboo::overlap {

/// Assumptions and the like, which LLVM lets write to memory so that they stay where they are.
bool is_annotation(const llvm::Instruction& instruction);

/// True for what touches no memory that the program looks at.
bool touches_nothing(const llvm::Instruction& instruction, const Summaries& summaries);

class Dependence {
 public:
  Dependence(llvm::AAResults& aliases, const Summaries& summaries, const PointsTo& points_to)
      : aliases_(aliases), summaries_(summaries), points_to_(points_to) {}

  /// True when `instruction` may write what the access touches, or touch what it writes.
  bool conflicts(const llvm::Instruction& instruction, const Access& access) const;

  /// The access of an operation in flight that `instruction` may disturb, or see unfinished; null:
  /// none.
  const Access* disturbed(const llvm::Instruction& instruction, const Accesses& flight) const;

  /// True when two accesses are shown to be of different memory.
  bool apart(const Access& a, const Access& b) const;

  /// True when all memory that `instruction` touches belongs to variables of this process alone.
  bool is_private(const llvm::Instruction& instruction) const;

  /// True when the two must keep their order because of memory.
  bool ordered(const llvm::Instruction& a, const llvm::Instruction& b) const;

 private:
  bool may_conflict(const llvm::Instruction& instruction, const Access& access) const;
  bool may_be_ordered(const llvm::Instruction& a, const llvm::Instruction& b) const;

  /// All that the instruction touches; false when that is not known.
  bool collect(const llvm::Instruction& instruction, Accesses& all) const;

  llvm::AAResults& aliases_;
  const Summaries& summaries_;
  const PointsTo& points_to_;
};

}  // namespace bamboo::overlap
