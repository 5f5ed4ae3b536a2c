// SPDX-License-Identifier: Apache-2.0
// The pattern of an irregular operation: how much each process has for each.
#pragma once

#include <mpi.h>

#include <optional>

#include "communicator/communicator.h"
#include "generated/arguments.h"
#include "patterns/exchange_pattern.h"

namespace bamboo::plans::pmpi {

/// Returns nothing if the MPI must report an error in the arguments, which have no buffers.
/// `pattern` is as in bamboo_plans.h. If it is null, and the pattern is not known to all processes
/// anyway, the processes exchange it, which is collective. A pattern with other counts than this
/// process's own ends the program.
std::optional<PhasedPattern> agreed_pattern(const AlltoallvArguments& a, const MPI_Count* pattern,
                                            Communicator& communicator);
std::optional<PhasedPattern> agreed_pattern(const AlltoallwArguments& a, const MPI_Count* pattern,
                                            Communicator& communicator);
std::optional<PhasedPattern> agreed_pattern(const GathervArguments& a, const MPI_Count* pattern,
                                            Communicator& communicator);
std::optional<PhasedPattern> agreed_pattern(const ScattervArguments& a, const MPI_Count* pattern,
                                            Communicator& communicator);
std::optional<PhasedPattern> agreed_pattern(const AllgathervArguments& a, const MPI_Count* pattern,
                                            Communicator& communicator);
std::optional<PhasedPattern> agreed_pattern(const Reduce_scatterArguments& a,
                                            const MPI_Count* pattern, Communicator& communicator);

}  // namespace bamboo::plans::pmpi
