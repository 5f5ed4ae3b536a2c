// SPDX-License-Identifier: Apache-2.0
// The objects that one run of bamboocc works with.
#pragma once

#include <optional>

#include "../install_tree.h"
#include "../installed_mpi.h"
#include "../temporary_folder.h"
#include "command_line.h"
#include "host_compiler.h"

namespace bamboo::driver {

class Session {
 public:
  Session(CommandLine line, CompilerKind kind);

  const CommandLine line;
  const CompilerKind kind;  ///< the tool that this process is: bamboocc, bambooc++ or bamboofc
  const HostCompiler host;
  const InstallTree tree;
  mutable TemporaryFolder temporary;

  /// The mode of a source without directives: in mode auto overlap, where the compiler or a second
  /// one takes the pass, else plain MPI.
  Mode plain_mode() const;

  /// The clang or flang that loads the pass, for the sources (in Fortran the programs) that it
  /// changes, in mode auto if the user's compiler does not load it. Empty: there is none.
  const std::string& second_compiler() const;
  /// Whether that compiler is missing although the user's compiler and the command line allow its
  /// use.
  bool lacks_second_compiler() const;

  /// The installed MPI that is compiled and linked with.
  std::optional<MpiFamily> mpi_family() const;
  /// Whether the MPI's compiler uses MPI's standard ABI, for which mode overlap has no library.
  bool uses_standard_abi() const;

  /// Runs a step, or with -show prints it. Returns the exit status.
  int run(const Words& command, const Redirection& redirection = {}) const;
  bool only_shows() const { return line.show == Show::Commands; }

  /// Standard input, read once and kept in a file: several steps need it.
  const std::string& standard_input();

  /// The options that a mode puts in front of the user's options in a compilation. `keeps_objects`:
  /// the object may later be linked into a tasks program.
  Words compile_flags(Mode mode, bool keeps_objects) const;
  Words link_flags(Mode mode) const;
  /// The options that mode overlap adds where code is generated.
  Words overlap_flags() const;
  /// The options that it adds to a link with -flto, where the code is generated then.
  Words overlap_link_flags() const;
  /// The user's options for the compilation of one file.
  Words user_compile_options(Mode mode, bool keeps_objects, bool with_dependencies = true) const;

 private:
  bool may_have_second_compiler() const;
  void check_fortran() const;
  void check_tasks_fortran() const;
  Words fortran_flags(const MpiFlags& mpi) const;
  Words tasks_fortran_flags() const;
  Words own_module_folders() const;
  void require_overlap_linker() const;
  const std::optional<MpiFlags>& installed_mpi() const;
  mutable std::optional<std::optional<MpiFlags>> installed_mpi_;
  mutable std::optional<std::string> second_compiler_;
  mutable std::optional<std::string> module_folder_;  ///< of Fortran's module mpi
  std::string standard_input_;
};

/// -x and the path, as the host compiler wants them.
Words input_words(const Argument& source);

}  // namespace bamboo::driver
