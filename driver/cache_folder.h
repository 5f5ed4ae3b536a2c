// SPDX-License-Identifier: Apache-2.0
// Bamboo's folder in the user's cache.
#pragma once

#include <filesystem>
#include <optional>

namespace bamboo::driver {

/// $XDG_CACHE_HOME/bamboo, by default ~/.cache/bamboo. Returns nothing where neither is known.
std::optional<std::filesystem::path> cache_folder();

}  // namespace bamboo::driver
