// SPDX-License-Identifier: Apache-2.0
// Warnings about the installed MPI's own algorithms that cannot serve on a communicator. One of its
// processes prints them.
#pragma once

#include "configuration/world.h"
#include "forcing/forced_algorithms.h"

namespace bamboo::plans::pmpi {

/// Once, where the user has named one of them or wants a report.
void warn_of(Obstacle obstacle, const Settings& settings);
/// Once for each algorithm that the user has named, and that is not for so many processes.
void warn_of_unfit_algorithms(const World& world, int size);

}  // namespace bamboo::plans::pmpi
