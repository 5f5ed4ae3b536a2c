// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../compiler_kind.h"
#include "../process.h"
#include "mode.h"

namespace bamboo::driver {

/// The compiler that Bamboo calls (gcc, clang or flang), for one language.
class HostCompiler {
 public:
  /// `wanted` may be empty (gcc, g++; else cc, c++; for Fortran gfortran, else flang; in mode
  /// overlap the pass's clang or flang), a name, a path, or a command with options. For C++, a C
  /// compiler is replaced by its companion: `g++` for `gcc`.
  HostCompiler(const std::string& wanted, CompilerKind kind, Mode mode);

  /// The clang or flang that mode overlap's pass was built for; empty: it is not installed.
  static std::string installed_overlap_compiler(CompilerKind kind);

  const Words& command() const { return command_; }
  /// The output of `--version`.
  const std::string& version() const;
  bool is_clang() const;
  bool is_flang() const;
  bool is_gfortran() const;
  /// Whether it is the clang or flang that the pass of mode overlap was built for.
  bool takes_pass() const;
  /// Fails unless it is the clang or flang that mode overlap's pass was built for.
  void require_overlap() const;

  /// The folders in which it looks for libraries after those of the user.
  const Words& library_folders() const;
  /// Its neighbour, e.g. "objcopy".
  std::string companion(const std::string& name) const;
  /// The lld that it links with.
  std::string lld() const;

 private:
  /// The linker's command line, which flang shows but does not answer questions about.
  Words link_line(const Words& options) const;

  Words command_;
  CompilerKind kind_;
  mutable std::string version_;  ///< empty: not asked yet
  mutable Words library_folders_;
};

}  // namespace bamboo::driver
