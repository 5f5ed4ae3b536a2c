// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/fortran_binding.h"

#include <llvm/IR/Function.h>

namespace bamboo::overlap {

// "MPI_Send" in C is "mpi_send_" in Fortran.
bool is_spelling_of(llvm::StringRef name, llvm::StringRef function) {
  return name == function ||
         (name.consume_back("_") && name.starts_with("mpi_") && name.equals_insensitive(function));
}

std::string fortran_name(llvm::StringRef function) {
  return function.lower() + "_";
}

bool is_fortran(const llvm::CallBase& call) {
  return call.getCalledFunction()->getName().starts_with("mpi_");
}

}  // namespace bamboo::overlap
