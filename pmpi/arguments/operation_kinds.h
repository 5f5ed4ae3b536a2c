// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// Whether decisions depend on bytes. They do not if there are none or if processes know different
/// values; the bytes are then 0.
constexpr bool counts_bytes(Operation operation) {
  return operation != Operation::Barrier && operation != Operation::Gatherv &&
         operation != Operation::Scatterv && operation != Operation::Alltoallv &&
         !is_of_neighbours(operation);
}

/// Whether the bound of a call changes with the root or the counts.
constexpr bool depends_on_arguments(Operation operation) {
  return operation == Operation::Bcast || operation == Operation::Gather ||
         operation == Operation::Scatter || operation == Operation::Reduce ||
         is_irregular(operation);
}

}  // namespace bamboo::plans::pmpi
