// SPDX-License-Identifier: Apache-2.0
#include "linked_devices.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "loaded_libraries.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

constexpr std::array<std::string_view, 3> names{"libcuda.so", "libcudart.so", "libamdhip64.so"};

bool makes_device_memory(const std::string& library) {
  const std::string file = std::filesystem::path(library).filename();
  return std::ranges::any_of(names, [&](std::string_view name) { return file.starts_with(name); });
}

}  // namespace

std::optional<std::string> linked_device_library(const std::string& program) {
  for (const std::string& library : LoadedLibraries::of(program_file(program)).files())
    if (makes_device_memory(library)) return library;
  return std::nullopt;
}

}  // namespace bamboo::driver
