// SPDX-License-Identifier: Apache-2.0
// Results with the bits that the installed MPI gives them.
#pragma once

#include "arguments/call_size.h"
#include "bamboo/plans/problem.h"
#include "configuration/world.h"
#include "datatypes/reducible.h"

namespace bamboo::plans::pmpi {

/// Whether a plan, which has its own order of operands, may serve a call with these arguments. All
/// processes of the call get the same result.
template <class Arguments>
bool may_combine(const Arguments& arguments) {
  if constexpr (reduces(Arguments::operation))
    return !world()->settings.same_bits || is_exact(arguments.op, arguments.datatype);
  return true;
}

}  // namespace bamboo::plans::pmpi
