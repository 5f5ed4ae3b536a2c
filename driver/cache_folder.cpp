// SPDX-License-Identifier: Apache-2.0
#include "cache_folder.h"

#include <cstdlib>

namespace bamboo::driver {
namespace {

std::optional<std::filesystem::path> absolute_path_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? std::optional<std::filesystem::path>(value)
                                             : std::nullopt;
}

}  // namespace

std::optional<std::filesystem::path> cache_folder() {
  if (const auto cache = absolute_path_in("XDG_CACHE_HOME")) return *cache / "bamboo";
  if (const auto home = absolute_path_in("HOME")) return *home / ".cache/bamboo";
  return std::nullopt;
}

}  // namespace bamboo::driver
