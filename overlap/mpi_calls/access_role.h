// SPDX-License-Identifier: Apache-2.0
// The roles that memory has for an operation.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace bamboo::overlap {

enum class AccessRole {
  memory,  ///< of a statement, not of an operation
  send_buffer,
  receive_buffer,
  buffer,  ///< sent or received, by rank
  arrays,
  status,
  argument,
  error_code,
  request,
  variable,     ///< that an argument of a planned call comes from
  counts,       ///< of a planned call
  datatypes,    ///< of a planned call
  nest_array,   ///< of a nest of loops
  nest_bounds,  ///< loaded for a nest of loops
};

bool is_buffer(AccessRole role);

/// Returns the name of the role in remarks.
llvm::StringRef describe(AccessRole role);

}  // namespace bamboo::overlap
