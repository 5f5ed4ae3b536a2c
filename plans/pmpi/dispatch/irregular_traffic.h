// SPDX-License-Identifier: Apache-2.0
// What the control part of an irregular operation finds out: how much each process has for each.
#pragma once

#include <mpi.h>

#include <optional>

#include "bamboo/plans/traffic.h"
#include "communicator/communicator.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

struct IrregularTraffic {
  Traffic messages;
  std::size_t unit = 1;  ///< bytes in one of theirs
};

/// Nothing where the MPI shall find the fault in the arguments, which have no buffers. `pattern`:
/// as bamboo_plans.h says; null: it is asked for, which is collective, where it is not known to all
/// anyway. A pattern with other counts than this process's own ends the program.
std::optional<IrregularTraffic> agreed_traffic(const AlltoallvArguments& a,
                                               const MPI_Count* pattern,
                                               Communicator& communicator);
std::optional<IrregularTraffic> agreed_traffic(const AlltoallwArguments& a,
                                               const MPI_Count* pattern,
                                               Communicator& communicator);
std::optional<IrregularTraffic> agreed_traffic(const GathervArguments& a, const MPI_Count* pattern,
                                               Communicator& communicator);
std::optional<IrregularTraffic> agreed_traffic(const ScattervArguments& a, const MPI_Count* pattern,
                                               Communicator& communicator);
std::optional<IrregularTraffic> agreed_traffic(const AllgathervArguments& a,
                                               const MPI_Count* pattern,
                                               Communicator& communicator);
std::optional<IrregularTraffic> agreed_traffic(const Reduce_scatterArguments& a,
                                               const MPI_Count* pattern,
                                               Communicator& communicator);

}  // namespace bamboo::plans::pmpi
