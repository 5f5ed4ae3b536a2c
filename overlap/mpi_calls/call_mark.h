// SPDX-License-Identifier: Apache-2.0
// The mark of a call of MPI in the program, which its copies keep. At a compilation it is the
// call's number; in bitcode it is what the pass gains at the call with that file alone.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace bamboo::overlap {

/// Returns the mark; nothing if the call has none.
llvm::StringRef mark_of(const llvm::CallBase& call);
void set_mark(llvm::CallBase& call, llvm::StringRef mark);

void for_each_call_of_mpi(llvm::Function& function,
                          llvm::function_ref<void(llvm::CallBase&)> visit);
bool has_calls_of_mpi(llvm::Function& function);

/// Marks each call of MPI in the module with a number.
void number_calls(llvm::Module& module);

}  // namespace bamboo::overlap
