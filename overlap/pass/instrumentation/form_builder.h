// SPDX-License-Identifier: Apache-2.0
// The functions of the module that ask in which form a call is carried out, and call MPI.
#pragma once

#include "pass/instrumentation/call_form.h"

namespace bamboo::overlap {

/// Whether the call is an initiation.
bool begins_window(const FormedCall& one);

/// The arguments that an initiation's function takes after MPI's arguments: for a collective its
/// known properties, then the trial, and for a receive the status.
llvm::SmallVector<llvm::Value*, 3> window_arguments(const FormedCall& one);

/// Returns the function of the module for such calls; makes it if it does not exist.
llvm::Function& form_function(const FormedCall& one);

}  // namespace bamboo::overlap
