// SPDX-License-Identifier: Apache-2.0
#include "preloaded.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "../compiler/binary.h"
#include "bamboo/support/environment.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

/// As the loader separates them.
Words names_in(std::string list) {
  std::ranges::replace(list, ':', ' ');
  std::istringstream stream(list);
  Words names;
  for (std::string name; stream >> name;) {
    names.push_back(name);
  }
  return names;
}

/// ldd's line is "NAME => FILE (ADDRESS)", or "FILE (ADDRESS)".
std::optional<std::string> file_of(const std::string& name, const std::string& listed) {
  std::istringstream lines(listed);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == name) {
      return second == "=>" ? third : first;
    }
  }
  return std::nullopt;
}

/// A process of another kind than this one's may get other libraries for the same names.
std::optional<std::string> reason_of(const std::string& name, const std::string& listed) {
  const auto file = file_of(name, listed);
  if (!file) {
    return fmt::format("LD_PRELOAD has {}, which is not found here", name);
  }
  if (is_address_sanitizer(*file)) {
    return fmt::format("LD_PRELOAD has {}, which must stand in front of all libraries", name);
  }
  const auto binaries = inspect_file(*file);
  if (std::ranges::any_of(binaries,
                          [](const Binary& each) { return !each.defined_plain.empty(); })) {
    return fmt::format("LD_PRELOAD has {}, which may want to see all MPI calls", name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> reason_of_preloaded(const std::string& program) {
  const auto list = support::environment("LD_PRELOAD");
  if (!list) {
    return std::nullopt;
  }
  // It inherits the variable, so it lists these libraries as well.
  const std::string listed = run_captured({"ldd", program_file(program)}, Capture::Both).output;
  for (const std::string& name : names_in(*list)) {
    if (const auto reason = reason_of(name, listed)) {
      return reason;
    }
  }
  return std::nullopt;
}

}  // namespace bamboo::driver
