// SPDX-License-Identifier: Apache-2.0
// Calls of irregular operations, which may keep a plan (bamboo_controls.h).
#pragma once

#include <cstdint>
#include <optional>

#include "dispatch/blocking.h"

namespace bamboo::plans::pmpi {

/// Serves the call by a kept plan, or by one that is made now and kept. Returns nothing if the call
/// must be served like any other; all processes get the same result. `control` is null for a call
/// without one. For arguments of irregular operations.
template <class Arguments>
std::optional<int> dispatch_kept(const Arguments& arguments, const void* site,
                                 std::uint64_t* control);

/// Out of line, so that the stack that it needs stays out of the short way.
template <class Arguments>
[[gnu::noinline]] int dispatch_among_controls(const Arguments& arguments, const void* site,
                                              std::uint64_t* control) {
  if (const auto served = dispatch_if_filed(arguments, site)) return *served;
  if (const auto served = dispatch_kept(arguments, site, control)) return *served;
  return stays_native(arguments) ? native(arguments) : dispatch_chosen(arguments, site);
}

/// `control`: null for a call without. The structs that are handed out of line are others: the
/// short way needs no memory.
template <class Arguments>
[[gnu::always_inline]] inline int dispatch_controlled(const Arguments& arguments, const void* site,
                                                      std::uint64_t* control) {
  if (world_has_controls.load(std::memory_order_acquire))
    return dispatch_among_controls(Arguments(arguments), site, control);
  if (stays_native(arguments)) [[likely]]
    return native(arguments);
  return dispatch_blocking(Arguments(arguments), site);
}

}  // namespace bamboo::plans::pmpi
