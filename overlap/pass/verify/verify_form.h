// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished module that a call takes the form that the library chooses; for a
// collective, the form that the processes of its communicator agreed on. It does not use the
// records of the transformation.
#pragma once

#include "mpi_calls/abi.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if the call's function asks with the call's own communicator, or its own trial,
/// and calls the MPI once on each path, with the call's own arguments. It must wait for an
/// operation that it starts itself, and set the request on both paths if the call has one.
std::optional<Fault> verify_form(const llvm::CallInst& call, const Operation& operation,
                                 const Abi& abi);

}  // namespace bamboo::overlap
