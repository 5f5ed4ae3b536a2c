// SPDX-License-Identifier: Apache-2.0
// MPI's functions as the pass sees them: what each argument is for, and which function starts the
// same operation without waiting for it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

namespace bamboo::overlap {

/// The letters of Operation::arguments.
namespace role {
constexpr char reads = 'r';         ///< buffer of `count` elements that the operation reads
constexpr char writes = 'w';        ///< … that it writes
constexpr char updates = 'x';       ///< … that it reads or writes, by rank
constexpr char reads_blocks = 'R';  ///< buffer of as many blocks as there are ranks
constexpr char writes_blocks = 'W';
constexpr char count = 'n';
constexpr char type = 't';       ///< datatype of the buffers before it
constexpr char array = 'A';      ///< counts or displacements: read until the operation is complete
constexpr char types = 'H';      ///< an array of datatypes, the same
constexpr char operation = 'o';  ///< of a reduction
constexpr char communicator = 'm';
constexpr char status = 's';
constexpr char value = 'v';    ///< peer, tag, root
constexpr char control = 'k';  ///< the 8 bytes that keep a control part
}  // namespace role

enum class Kind {
  PointToPoint,
  Collective,
  Exchange,    ///< MPI_Sendrecv: becomes two operations
  Barrier,     ///< has no buffers, but orders what the ranks do to the world outside
  Controlled,  ///< a collective with a control part of its own; has no nonblocking counterpart
};

/// A blocking function that has a nonblocking counterpart.
struct Operation {
  llvm::StringLiteral name;
  Kind kind;
  llvm::StringLiteral arguments;    ///< a letter of `role` for each
  llvm::StringLiteral nonblocking;  ///< the same arguments without the status, then the request
  /// The function that does the same with a control part that was made before; empty: there is
  /// none.
  llvm::StringLiteral controlled = "";

  /// A point-to-point operation that other ranks receive.
  bool is_send() const { return kind == Kind::PointToPoint && arguments.front() == role::reads; }

  /// A nonblocking one matches no blocking one.
  bool is_collective() const { return kind == Kind::Collective || kind == Kind::Barrier; }
};

/// The operation that this call carries out; null when it is none of the table's, or when the
/// module itself defines a function of that name.
const Operation* blocking_operation(const llvm::CallBase& call);

/// The operation of the table that is called `name`, in C or in Fortran; null when there is none.
const Operation* operation_named(llvm::StringRef name);

/// The operation that the nonblocking function `name` starts; null when it is none of the table's.
const Operation* operation_started_by(llvm::StringRef name);

/// The operation that `name`, MPI_Send_init and the like, gets ready; null when it is none of the
/// table's.
const Operation* operation_prepared_by(llvm::StringRef name);

/// The prefix of the name of a function that guards one of MPI's (guarded_wait.h,
/// collective_form.h).
constexpr llvm::StringLiteral guard_prefix = "bamboo.";

/// True for each function of MPI, including those that are not in the table, for functions that
/// guard one, and for the plans' functions, which call MPI.
bool is_mpi_function(const llvm::Function& function);

}  // namespace bamboo::overlap
