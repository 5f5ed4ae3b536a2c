// SPDX-License-Identifier: Apache-2.0
// The program's own nonblocking operations: the calls that start and complete them, and the memory
// in flight in between. Requests are followed through memory by points-to sets, also in arrays and
// structures, and across functions.
#pragma once

#include <llvm/IR/ValueHandle.h>

#include <optional>
#include <variant>

#include "effects/points_to.h"
#include "effects/summaries.h"
#include "mpi_calls/accesses.h"
#include "refusals/refusal.h"

namespace llvm {
class DominatorTree;
}

namespace bamboo::overlap {

class ProgramRequests {
 public:
  ProgramRequests(llvm::Module& module, const PointsTo& points_to, const Summaries& summaries);

  /// The accesses that an initiation (MPI_Isend, MPI_Irecv, MPI_Ibcast, …) starts, its request
  /// included; nothing for other calls.
  std::optional<Accesses> started_by(const llvm::CallBase& call) const;

  /// Whether the call is a half of an operation that orders ranks.
  bool orders_ranks(const llvm::CallBase& call) const;

  /// The argument of a completion whose status is not read; null: it is not known.
  llvm::Constant* ignored_status() const { return abi_ ? abi_->ignored_status() : nullptr; }

  /// The accesses that may be in flight until this completion, or why they are not known.
  std::variant<Accesses, Reason> completed_by(const llvm::CallBase& call,
                                              const llvm::DominatorTree& dominators,
                                              const llvm::LoopInfo& loops) const;

  /// Whether it is a completion in C for which the program can ask at run time what it completes:
  /// the same function starts receives, and nothing that orders ranks.
  bool may_be_asked(const llvm::CallBase& call) const;

 private:
  struct Initiation {
    const llvm::CallBase* call;
    const llvm::Value* request;
    bool orders_ranks;
    bool touches_anything;
    Accesses accesses;
    /// The completions of a request in a variable, in the same function.
    llvm::SmallVector<llvm::WeakVH, 1> ends;
  };
  std::optional<uint64_t> bytes_of_requests(const llvm::CallBase& call) const;
  uint64_t handle_size(const llvm::CallBase& call) const;
  bool is_copied(const PointsTo::Touched& requests) const;
  static bool is_of_variable(const Initiation& initiation);
  bool is_over(const Initiation& initiation, const llvm::CallBase& completion) const;
  bool may_free_types(const llvm::CallBase& initiation, const llvm::CallBase& completion) const;

  const PointsTo& points_to_;
  const Summaries& summaries_;
  std::optional<Abi> abi_;                        ///< of all that the module starts in C
  llvm::SmallVector<Initiation, 8> initiations_;  ///< persistent requests among them
  PointsTo::Touched written_;                     ///< by instructions that may store handles there
};

}  // namespace bamboo::overlap
