// SPDX-License-Identifier: Apache-2.0
// The calls of nonblocking operations: which operation a call starts, and which requests a call
// completes.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {

/// The operation that the call starts, or gets ready to start; null for other calls.
const Operation* started_operation(const llvm::CallBase& call);

/// The operation that the call carries out or starts; null when it is none of the table's.
const Operation* operation_of(const llvm::CallBase& call);

/// The arguments of MPI_Wait and MPI_Waitall, in C and in Fortran.
struct Completion {
  const llvm::Value* count;  ///< null: one request
  const llvm::Value* requests;
  const llvm::Value* status;
  const llvm::Value* error;  ///< null: C returns it
};
std::optional<Completion> completion_of(const llvm::CallBase& call);
/// Also finds the arguments of a guarded MPI_Wait.
std::optional<Completion> waited_for(const llvm::CallBase& call);

/// True for a call that starts a message between two ranks, such as MPI_Irecv.
bool starts_message(const llvm::CallBase& call);

/// True for a call that waits for single ranks, or may do so: receives, exchanges with neighbours,
/// completions of the program's own.
bool waits_for_neighbours(const llvm::CallBase& call);

/// True for a call that starts or completes an operation, but does not carry one out.
bool is_half(const llvm::CallBase& call);

/// MPI_Waitall in C, guarded or not.
bool is_waitall(const llvm::CallBase& call);

}  // namespace bamboo::overlap
