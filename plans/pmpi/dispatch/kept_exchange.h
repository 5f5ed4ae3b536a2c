// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "arguments/call.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// Serves the call by a plan that is kept, or made now to be kept. Nothing: it has to be served
/// like any other; all processes come to the same. `control`: null for a call without.
std::optional<int> dispatch_kept(const Call& call, const AlltoallvArguments& arguments,
                                 std::uint64_t* control);

}  // namespace bamboo::plans::pmpi
