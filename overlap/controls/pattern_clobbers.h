// SPDX-License-Identifier: Apache-2.0
// Finds the instructions that may change the pattern on which a control part depends.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include <optional>

#include "controls/pattern.h"
#include "controls/plain_dummies.h"
#include "effects/dependence.h"
#include "effects/program_requests.h"

namespace bamboo::overlap {

class PatternClobbers {
 public:
  /// Examines instructions of `function`.
  PatternClobbers(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                  const Summaries& summaries, const PointsTo& points_to,
                  const ProgramRequests& existing);

  /// Returns the reason why the pattern may change when `instruction` is executed, or nothing.
  /// After the function frees a communicator or datatype, the handle is unknown; a callee that
  /// makes another one must write the variable that holds it.
  std::optional<Refusal> by(const llvm::Instruction& instruction, const Pattern& pattern) const;

 private:
  /// The memory that a callee may write.
  struct Target {
    PointsTo::Touched memory;
    bool is_shared;
  };
  using Visited = llvm::SmallPtrSet<const llvm::Function*, 8>;

  /// Returns the memory that MPI's function may write, or the reason why it is unknown.
  std::variant<Accesses, Reason> written_by_mpi(const llvm::CallBase& call) const;
  std::optional<Refusal> by_mpi(const llvm::CallBase& call, const Pattern& pattern) const;
  bool orders_ranks(const llvm::CallBase& call) const;
  bool may_be_shared(const Pattern::Read& read) const;
  bool is_given(const llvm::CallBase& call, const Access& read) const;
  bool are_apart(const Access& written, const Pattern::Read& read) const;
  bool may_write(const llvm::Instruction& instruction, const Pattern::Read& read) const;
  bool may_write_inside(const llvm::Function& function, const Target& target,
                        Visited& visited) const;
  bool may_write_there(const llvm::Instruction& instruction, const Target& target,
                       Visited& visited) const;

  llvm::Function& function_;
  llvm::FunctionAnalysisManager& analyses_;
  const PointsTo& points_to_;
  const ProgramRequests& existing_;
  PlainDummies plain_dummies_;
  Dependence dependence_;
};

}  // namespace bamboo::overlap
