// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again, from the finished module, that a collective takes the form that the processes of
/// its communicator agree on. Knows nothing of how it came there.
#pragma once

#include <string>

#include "mpi_calls/abi.h"

namespace bamboo::overlap {

/// What is wrong, in words; empty when nothing is: the call's function asks about the call's own
/// communicator, and calls the MPI once on either way, with the call's own arguments; what it
/// starts itself it waits for, and where the call wants a request that is set on both ways.
std::string verify_form(const llvm::CallInst& call, const Operation& operation, const Abi& abi);

}  // namespace bamboo::overlap
