// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>

#include "arguments/edge_orders.h"
#include "datatypes/typed_range.h"

namespace bamboo::plans::pmpi {

struct PreparedCall : collectives::Prepared<Type> {
  EdgeOrder edge_order = EdgeOrder::AsListed;  ///< of neighbours: that of its sources
  MPI_Op op = MPI_OP_NULL;
  std::shared_ptr<const void> arguments = {};  ///< of a request: the program may free its own
};

}  // namespace bamboo::plans::pmpi
