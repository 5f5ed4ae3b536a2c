// SPDX-License-Identifier: Apache-2.0
// The libraries that LD_PRELOAD names.
#pragma once

#include <optional>
#include <string>

namespace bamboo::driver {

/// Why one of them wants no library in front of it: it stands in front of the MPI itself (a
/// profiler), or it is a sanitizer. Nothing where all of them do not mind (an allocator).
/// `program`: its file, or a name for PATH.
std::optional<std::string> reason_of_preloaded(const std::string& program);

}  // namespace bamboo::driver
