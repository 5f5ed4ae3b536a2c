// SPDX-License-Identifier: Apache-2.0
#include "preloaded.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "../compiler/binary.h"
#include "bamboo/support/environment.h"
#include "loaded_libraries.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

/// Splits the list as the loader does.
Words names_in(std::string list) {
  std::ranges::replace(list, ':', ' ');
  std::istringstream stream(list);
  Words names;
  for (std::string name; stream >> name;) names.push_back(name);
  return names;
}

/// If the program is of another architecture than this process, the loader may find other libraries
/// for the same names.
std::optional<std::string> reason_of(const std::string& name, const LoadedLibraries& loaded) {
  const auto file = loaded.file_of(name);
  if (!file) return fmt::format("LD_PRELOAD has {}, which is not found here", name);
  if (is_address_sanitizer(*file))
    return fmt::format("LD_PRELOAD has {}, which must be loaded before all libraries", name);
  const auto binaries = inspect_file(*file);
  if (std::ranges::any_of(binaries, [](const Binary& each) { return !each.defined_plain.empty(); }))
    return fmt::format("LD_PRELOAD has {}, which may want to see all MPI calls", name);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> reason_of_preloaded(const std::string& program) {
  const auto list = support::environment("LD_PRELOAD");
  if (!list) return std::nullopt;
  const LoadedLibraries& loaded = LoadedLibraries::of(program_file(program));
  for (const std::string& name : names_in(*list))
    if (const auto reason = reason_of(name, loaded)) return reason;
  return std::nullopt;
}

}  // namespace bamboo::driver
