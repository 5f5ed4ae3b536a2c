// SPDX-License-Identifier: Apache-2.0
// Options that must be the same in every process. A launcher passes its own host's environment on
// to other hosts only when it is told to.
#pragma once

namespace bamboo {
class Transport;
}

namespace bamboo::mpi {

/// Ends the job with a message where this process's BAMBOO_VF, BAMBOO_GEOMETRY or tracing differs
/// from process 0's. Collective, before anything depends on them.
void require_same_options(Transport& transport, int ranks_per_process, bool tracing);

}  // namespace bamboo::mpi
