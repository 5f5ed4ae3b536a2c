// SPDX-License-Identifier: Apache-2.0
// Decides which instructions must keep their order because of memory.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>

#include "effects/points_to.h"
#include "effects/summaries.h"
#include "mpi_calls/accesses.h"

namespace bamboo::overlap {

/// Assumptions and similar intrinsics, which LLVM declares as writing memory so that they keep
/// their place.
bool is_annotation(const llvm::Instruction& instruction);

/// Whether the instruction accesses no memory that the program uses.
bool touches_nothing(const llvm::Instruction& instruction, const Summaries& summaries);

class Dependence {
 public:
  Dependence(llvm::AAResults& aliases, const Summaries& summaries, const PointsTo& points_to)
      : aliases_(aliases), summaries_(summaries), points_to_(points_to) {}

  /// Whether `instruction` may write memory of the access, or access memory that it writes.
  bool conflicts(const llvm::Instruction& instruction, const Access& access) const;

  /// The access of an operation in flight that `instruction` may disturb, or see incomplete; null
  /// if there is none.
  const Access* disturbed(const llvm::Instruction& instruction, const Accesses& flight) const;

  /// Whether two accesses are proven to use different memory.
  bool apart(const Access& a, const Access& b) const;

  /// Whether all memory that `instruction` accesses belongs to variables of this process alone,
  /// and it reads no clock.
  bool is_private(const llvm::Instruction& instruction) const;

  /// Whether the two must keep their order because of memory.
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
