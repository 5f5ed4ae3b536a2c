// SPDX-License-Identifier: Apache-2.0
// One collective operation of this process, prepared for a plan: the problem and its memory.
#pragma once

#include <optional>
#include <vector>

#include "arguments/edge_orders.h"
#include "bamboo/plans/problem.h"
#include "datatypes/buffer.h"

namespace bamboo::plans::pmpi {

struct PreparedCall {
  struct Unpacking {
    TypedRange from, to;
  };

  Problem problem;
  EdgeOrder edge_order = EdgeOrder::AsListed;  ///< of neighbours: that of its sources
  Buffer input, output;
  /// Scratch of a reduction is laid out like the user's elements, else it holds packed bytes.
  Type scratch_type;
  std::size_t scratch_unit = 1;  ///< elements or bytes in one of its units
  MPI_Op op = MPI_OP_NULL;
  std::vector<TypedMemory> saved;    ///< copies that `input` or `output` refer to
  std::vector<Unpacking> unpacking;  ///< of them, at the end
};

}  // namespace bamboo::plans::pmpi
