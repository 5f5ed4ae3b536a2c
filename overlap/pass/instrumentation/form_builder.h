// SPDX-License-Identifier: Apache-2.0
/// \file
/// The functions of the module that ask in which form a call is carried out, and call MPI.
#pragma once

#include "pass/instrumentation/call_form.h"

namespace bamboo::overlap {

/// True for an initiation.
bool begins_window(const FormedCall& one);

/// What the function of an initiation takes behind MPI's arguments: of a collective what is known
/// of it, the trial, and of a receive the status.
llvm::SmallVector<llvm::Value*, 3> window_arguments(const FormedCall& one);

/// The function of the module for such calls, made where there is none.
llvm::Function& form_function(const FormedCall& one);

}  // namespace bamboo::overlap
