// SPDX-License-Identifier: Apache-2.0
// The roles that memory has for an operation.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace bamboo::overlap {

enum class AccessRole {
  Memory,  ///< of a statement, not of an operation
  SendBuffer,
  ReceiveBuffer,
  Buffer,  ///< sent or received, by rank
  Arrays,
  Status,
  Argument,
  ErrorCode,
  Request,
  Variable,    ///< that an argument of a planned call comes from
  Counts,      ///< of a planned call
  Datatypes,   ///< of a planned call
  NestArray,   ///< of a nest of loops
  NestBounds,  ///< loaded for a nest of loops
};

bool is_buffer(AccessRole role);

/// Returns the name of the role in remarks.
llvm::StringRef describe(AccessRole role);

}  // namespace bamboo::overlap
