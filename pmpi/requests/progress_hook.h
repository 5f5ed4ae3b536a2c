// SPDX-License-Identifier: Apache-2.0
// Progress of plans while the program is in any call of the installed MPI. Open MPI calls
// registered functions wherever it waits; its own nonblocking collectives (coll/libnbc) use that.
// Its library has exported opal_progress_register() unchanged since 1.0. MPICH 4.0 exports no such
// function (from 4.3 on MPIX_Async_start could serve).
#pragma once

namespace bamboo::plans::pmpi {

/// Whether that is possible in this process. It is not if several threads may be in the MPI: a
/// thread that polls for all others must not wait itself, which a step of a plan may do.
bool can_hook_progress();
/// The MPI calls `look` from now on, until it is unhooked. `look` must not call itself.
void hook_progress(int (*look)());
void unhook_progress(int (*look)());

}  // namespace bamboo::plans::pmpi
