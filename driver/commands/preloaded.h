// SPDX-License-Identifier: Apache-2.0
// The libraries that LD_PRELOAD names.
#pragma once

#include <optional>
#include <string>

namespace bamboo::driver {

/// The reason why one of the preloaded libraries must come first: it interposes MPI itself (a
/// profiler), or it is a sanitizer. Returns nothing if no library must be preloaded, as an
/// allocator must. `program` is a file, or a name for PATH.
std::optional<std::string> reason_of_preloaded(const std::string& program);

}  // namespace bamboo::driver
