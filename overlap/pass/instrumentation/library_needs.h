// SPDX-License-Identifier: Apache-2.0
// Facts about the program for the run-time library, before MPI begins, so that it costs nothing
// where it can gain nothing: variables that the program defines, or does not
// (runtime/windows/{window_site,large_operations}.h, runtime/interposition/collective_form.h).
#pragma once

#include <llvm/IR/Module.h>

namespace bamboo::overlap {

struct LibraryNeeds {
  bool windows = false;             ///< the program counts pending operations while it computes
  bool large_operations = false;    ///< windows of operations that are not short for certain
  bool early_messages = false;      ///< messages had better leave without the receiver's answer
  bool collective_windows = false;  ///< collectives have windows worth a request
  bool one_sided = false;           ///< memory windows, which some MPIs refuse to several threads
  bool callbacks = false;           ///< functions of the program that MPI calls while it progresses
  bool other_jobs = false;          ///< processes are joined that other launchers have started
};

/// Derives the needs from the names of the functions that the module calls.
LibraryNeeds needs_of_calls(const llvm::Module& module);

/// Defines the variables that represent the module's needs.
void declare_needs(llvm::Module& module, const LibraryNeeds& needs);

}  // namespace bamboo::overlap
