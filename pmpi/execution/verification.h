// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// BAMBOO_PLANS_VERIFY: brings all processes' problems and plans together and checks them with
/// bamboo::plans::verify(). A fault ends the program with a message. Collective over the channel;
/// a set of plans that was found right is not checked again. Plans behind requests are detached
/// before.
void verify_together(MPI_Comm channel, const Problem& problem, const Plan& plan);

}  // namespace bamboo::plans::pmpi
