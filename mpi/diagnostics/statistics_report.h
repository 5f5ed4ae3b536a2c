// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rank/job.h"

namespace bamboo::mpi {

/// The lines of `bamboo run --stats` for one process, on stderr.
void print_statistics(const Job& job, ProcessId process);

}  // namespace bamboo::mpi
