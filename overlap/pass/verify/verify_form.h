// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished module that a call takes the form that the library chooses; for a
// collective, the form that the processes of its communicator agreed on. It does not use the
// records of the transformation.
#pragma once

#include "mpi_calls/abi.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Nothing when the call's function asks about the call's own communicator, or its own trial, and
/// calls the MPI once on either path, with the call's own arguments; it waits for an operation that
/// it starts itself, and where the call wants a request it sets that on both paths.
std::optional<Fault> verify_form(const llvm::CallInst& call, const Operation& operation,
                                 const Abi& abi);

}  // namespace bamboo::overlap
