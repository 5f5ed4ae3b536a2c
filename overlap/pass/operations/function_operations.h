// SPDX-License-Identifier: Apache-2.0
// The operations of a function: blocking calls that become two halves, and halves that the program
// has itself.
#pragma once

#include <memory>

#include "effects/program_requests.h"
#include "pass/operations/conversion.h"
#include "pass/operations/function_context.h"

namespace bamboo::overlap {

/// A half of an operation that the program has itself; only this one moves.
struct Half {
  std::unique_ptr<CallPair> pair;
  llvm::StringRef name;
};

/// A completion that the program asks about where a nest behind it is split.
struct AskedCompletion {
  std::unique_ptr<CallPair> pair;
  /// The pair of the half, or null if the operation that it completes is unknown.
  const CallPair* half;
};

/// A blocking call, and the decisions about it that are made before anything changes.
struct ConvertedCall {
  const Operation* operation;
  llvm::CallInst* call;
  std::optional<Reason> immobile;  ///< why it must not be moved
  Conversion conversion;           ///< once it is converted
};

class FunctionOperations {
 public:
  /// Finds the operations and emits remarks for calls of MPI that are not converted. `has_handler`:
  /// any of them may call an error handler of the program.
  FunctionOperations(FunctionContext& context, const ProgramRequests& existing, bool has_handler);

  /// Puts two halves in the place of each blocking call.
  void convert();

  bool calls_mpi() const { return calls_mpi_; }
  bool empty() const { return calls_.empty() && halves_.empty(); }
  llvm::MutableArrayRef<ConvertedCall> calls() { return calls_; }
  llvm::ArrayRef<Half> halves() const { return halves_; }

  llvm::SmallVector<CallPair*, 16> all() const;

  /// The operations for splitting nests: of the completions that ask the library (`is_asked`), only
  /// these.
  llvm::SmallVector<CallPair*, 16> all_and_asked() const;

  /// All movable operations that have this half, in the order of these halves.
  llvm::SmallVector<CallPair*, 16> in_program_order(llvm::CallInst* CallPair::* half) const;

 private:
  void find_asked(llvm::CallInst& call, const CallPair* half);
  void find_blocking(llvm::CallBase& call);
  void find_half(llvm::CallBase& call);
  std::optional<Reason> why_immobile(const Operation& operation, const llvm::CallInst& call) const;
  void leave_alone(const llvm::CallBase& call, Reason why);

  FunctionContext& context_;
  const ProgramRequests& existing_;
  bool has_handler_;
  bool calls_mpi_ = false;
  llvm::SmallVector<ConvertedCall, 8> calls_;
  llvm::SmallVector<Half, 8> halves_;
  llvm::SmallVector<AskedCompletion, 2> asked_;
};

}  // namespace bamboo::overlap
