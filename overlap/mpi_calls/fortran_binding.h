// SPDX-License-Identifier: Apache-2.0
// MPI's functions as Fortran compilers call them.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

#include <string>

namespace bamboo::overlap {

/// True for names in Fortran, of MPI's functions and of those of bamboo_controls.h.
bool is_fortran_name(llvm::StringRef name);

/// True when `name` is that of `function` in C, or in Fortran.
bool is_spelling_of(llvm::StringRef name, llvm::StringRef function);

/// The name of a function of MPI in Fortran: "mpi_send_".
std::string fortran_name(llvm::StringRef function);

/// True for calls of Fortran's binding: all arguments by reference, the error code as the last one.
bool is_fortran(const llvm::CallBase& call);

}  // namespace bamboo::overlap
