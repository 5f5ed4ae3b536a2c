// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../process.h"
#include "mode.h"

namespace bamboo::driver {

/// The compiler that does the work: gcc or clang, in one language's flavour.
class HostCompiler {
 public:
  /// `wanted` may be empty (gcc, g++; else cc, c++; the clang of the pass in mode overlap), a name,
  /// a path, or a command with options. Of a C compiler, for C++, its companion: `g++` for `gcc`.
  HostCompiler(const std::string& wanted, bool cplusplus, Mode mode);

  const Words& command() const { return command_; }
  bool is_clang() const;
  /// Whether it is the clang that mode overlap's pass was built for.
  bool takes_pass() const;
  /// Fails unless it is the clang that mode overlap's pass was built for.
  void require_overlap() const;

  /// Folders in which it looks for libraries after those that the user names.
  const Words& library_folders() const;
  /// Its neighbour, e.g. "objcopy".
  std::string companion(const std::string& name) const;

 private:
  Words command_;
  const std::string& version() const;
  mutable std::string version_;  ///< empty: not asked yet
  mutable Words library_folders_;
};

}  // namespace bamboo::driver
