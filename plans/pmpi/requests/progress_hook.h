// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans that get on while the program is in any call of the installed MPI. Open MPI calls
/// functions that are registered with it wherever it waits, as its own nonblocking collectives
/// (coll/libnbc) have it; its library exports opal_progress_register() for that, the same since
/// 1.0. MPICH 4.0 exports nothing of the kind (from 4.3 on MPIX_Async_start could serve).
#pragma once

namespace bamboo::plans::pmpi {

/// Whether that can be done in this process. Not where several threads may be in the MPI: one that
/// looks for all others must not wait itself, which a step of a plan may do.
bool can_hook_progress();
/// `look` is called by the MPI from now on, until it is unhooked. It must not be called by itself.
void hook_progress(int (*look)());
void unhook_progress(int (*look)());

}  // namespace bamboo::plans::pmpi
