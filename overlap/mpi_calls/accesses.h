// SPDX-License-Identifier: Apache-2.0
// The memory that an operation touches between its initiation and its completion.
#pragma once

#include <llvm/Analysis/MemoryLocation.h>

#include "mpi_calls/abi.h"
#include "mpi_calls/access_role.h"

namespace bamboo::overlap {

struct Access {
  llvm::MemoryLocation memory;
  bool written;
  AccessRole role;
  /// The address may be another one each time: only the points-to sets hold for all of them.
  bool any_instance = false;
  bool is_argument = false;  ///< one of Fortran's, which are all passed by reference
  /// Where the access is an array from the address on: `count` elements of `element` bytes.
  llvm::Value* count = nullptr;
  uint64_t element = 0;
  /// The handle of another type of the elements, which is not freed before the operation is
  /// complete. Only MPI knows the memory of such elements. Null: as above.
  llvm::Value* type = nullptr;
  /// The same for a completion that has left conditionals; null: as above.
  llvm::Value* pointer_behind = nullptr;
  llvm::Value* count_behind = nullptr;
  llvm::Value* type_behind = nullptr;

  llvm::Value* pointer_at(bool completes) const {
    return completes && pointer_behind != nullptr ? pointer_behind
                                                  : const_cast<llvm::Value*>(memory.Ptr);
  }
  llvm::Value* count_at(bool completes) const {
    return completes && count_behind != nullptr ? count_behind : count;
  }
  llvm::Value* type_at(bool completes) const {
    return completes && type_behind != nullptr ? type_behind : type;
  }
};

/// All accesses of one operation in flight, its status included.
using Accesses = llvm::SmallVector<Access, 4>;

/// The accesses of `call`, a call of `operation`. Buffers of constant size are exact; a predefined
/// C type of the elements gives them the program's own type-based alias information.
/// Without `with_status` the call is the nonblocking form, which has a request in place of the
/// status.
Accesses accesses_of(const Operation& operation, const llvm::CallBase& call, const Abi& abi,
                     bool with_status = true);

/// True when the datatype may contain the buffer's addresses, as with MPI_BOTTOM: the buffer can be
/// any memory.
bool may_touch_anything(const Operation& operation, const llvm::CallBase& call, const Abi& abi);
/// True for an initiation that may touch any memory, because its datatype contains the addresses.
bool touches_anything(const llvm::CallBase& initiation);

/// True for a call that orders ranks: a barrier, or a message without elements, by which a rank
/// passes on memory that both share. For an exchange, the received message decides. `call`:
/// blocking, or the initiation.
bool orders_ranks(const Operation& operation, const llvm::CallBase& call);

}  // namespace bamboo::overlap
