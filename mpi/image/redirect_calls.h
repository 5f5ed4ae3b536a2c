// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace bamboo::mpi {

struct CalledFunction {
  const char* name;
  bool is_own;  ///< the library defines it itself
};
/// Returns the address to call for a function; null keeps the loader's.
using FunctionTarget = std::function<void*(CalledFunction)>;

/// Lets a loaded library's calls go to other functions. Throws std::runtime_error.
void redirect_calls(void* handle, const FunctionTarget& target);

}  // namespace bamboo::mpi
