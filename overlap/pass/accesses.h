// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory that an operation touches between its initiation and its completion.
#pragma once

#include <llvm/Analysis/MemoryLocation.h>

#include "abi.h"

namespace bamboo::overlap {

struct Access {
  llvm::MemoryLocation memory;
  bool written;
  const char* what;  ///< for remarks: "receive buffer"
};

/// All accesses of one operation in flight, its status included.
using Accesses = llvm::SmallVector<Access, 4>;

/// What `call`, a call of `operation`, will touch. Buffers of constant size are exact; a predefined
/// C type of the elements gives them the program's own type-based alias information.
Accesses accesses_of(const Operation& operation, const llvm::CallBase& call, const Abi& abi);

}  // namespace bamboo::overlap
