// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// A warning of each plan file that has served no call; with BAMBOO_PLANS=report also how many
/// calls the others have. Collective over MPI_COMM_WORLD, at the end.
void tell_of_plan_files();

}  // namespace bamboo::plans::pmpi
