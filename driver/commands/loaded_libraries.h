// SPDX-License-Identifier: Apache-2.0
// The shared libraries that the loader chooses for a program here, including LD_PRELOAD. Where PATH
// has no ldd, as in a small container, none are known.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "../process.h"

namespace bamboo::driver {

class LoadedLibraries {
 public:
  /// For the file of a program or a library; computed once for each.
  static const LoadedLibraries& of(const std::string& file);

  /// Finds a library by the requested name, a soname or a path; nothing if it is not found.
  std::optional<std::string> file_of(const std::string& name) const;
  /// Their full paths; libraries requested by path are omitted.
  Words files() const;

 private:
  explicit LoadedLibraries(const std::string& file);

  std::map<std::string, std::string> files_;  // by name
};

}  // namespace bamboo::driver
