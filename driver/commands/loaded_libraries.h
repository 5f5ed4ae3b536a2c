// SPDX-License-Identifier: Apache-2.0
// The shared libraries that the loader takes for a program here, those of LD_PRELOAD included.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "../process.h"

namespace bamboo::driver {

class LoadedLibraries {
 public:
  /// Of a program's or a library's file; found out once for each.
  static const LoadedLibraries& of(const std::string& file);

  /// By the name that asks for it, a soname or a path; nothing where it is not found.
  std::optional<std::string> file_of(const std::string& name) const;
  /// Their files, in full; those that were asked for by path are left out.
  Words files() const;

 private:
  explicit LoadedLibraries(const std::string& file);

  std::map<std::string, std::string> files_;  // by name
};

}  // namespace bamboo::driver
