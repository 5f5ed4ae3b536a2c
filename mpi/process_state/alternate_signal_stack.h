// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

/// Handlers of faults run on a stack of the calling thread's own: that of the rank may be the
/// cause. Each thread that runs ranks calls it.
void use_alternate_signal_stack();

}  // namespace bamboo::mpi
