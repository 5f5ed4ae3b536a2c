// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/fortran_binding.h"

#include <llvm/IR/Function.h>

namespace bamboo::overlap {

// Names of the overlap's own run-time library end in no underscore.
bool is_fortran_name(llvm::StringRef name) {
  return name.starts_with("mpi_") || (name.starts_with("bamboo_") && name.ends_with("_"));
}

// "MPI_Send" in C is "mpi_send_" in Fortran.
bool is_spelling_of(llvm::StringRef name, llvm::StringRef function) {
  return name == function ||
         (is_fortran_name(name) && name.consume_back("_") && name.equals_insensitive(function));
}

std::string fortran_name(llvm::StringRef function) {
  return function.lower() + "_";
}

bool is_fortran(const llvm::CallBase& call) {
  return is_fortran_name(call.getCalledFunction()->getName());
}

}  // namespace bamboo::overlap
