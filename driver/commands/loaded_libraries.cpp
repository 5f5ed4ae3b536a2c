// SPDX-License-Identifier: Apache-2.0
#include "loaded_libraries.h"

#include <sstream>

namespace bamboo::driver {

const LoadedLibraries& LoadedLibraries::of(const std::string& file) {
  static std::map<std::string, LoadedLibraries> known;
  auto found = known.find(file);
  if (found == known.end()) found = known.emplace(file, LoadedLibraries(file)).first;
  return found->second;
}

/// ldd's line is "NAME => FILE (ADDRESS)", or "FILE (ADDRESS)".
LoadedLibraries::LoadedLibraries(const std::string& file) {
  const auto ldd = find_program("ldd");
  if (!ldd) return;
  std::istringstream lines(run_captured({*ldd, file}, Capture::Both).output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of('\t'), end = line.rfind(" (");
    if (start == std::string::npos || end == std::string::npos) continue;
    const std::string text = line.substr(start, end - start);
    const std::size_t arrow = text.find(" => ");
    files_[text.substr(0, arrow)] = arrow == std::string::npos ? text : text.substr(arrow + 4);
  }
}

std::optional<std::string> LoadedLibraries::file_of(const std::string& name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? std::nullopt : std::optional(found->second);
}

Words LoadedLibraries::files() const {
  Words files;
  for (const auto& [name, file] : files_)
    if (name != file) files.push_back(file);
  return files;
}

}  // namespace bamboo::driver
