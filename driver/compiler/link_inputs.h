// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "binary.h"
#include "command_line.h"
#include "host_compiler.h"

namespace bamboo::driver {

/// -Wl,-Bstatic and its like hold for the libraries that follow.
void follow_linkage(const std::string& option, bool& static_only);

/// The files that a link would read, with their MPI properties: objects, archives and shared
/// libraries, including those of -l and those that shared libraries need.
class LinkInputs {
 public:
  LinkInputs(const CommandLine& line, const HostCompiler& host);

  const std::vector<Binary>& binaries() const { return binaries_; }

  /// The file that an input or a library of the command line (`-lx`) is; empty: it is none.
  std::string file_of(const std::string& word) const;

  /// For a shared library: the installed MPI's library that it needs, directly or through others.
  std::optional<std::string> installed_mpi_needed_by(const Binary& library) const;
  /// The path of a library that another one, or the program, needs.
  std::optional<std::string> find_shared(const std::string& soname, const Binary& user) const;

 private:
  std::optional<std::string> find_library(const std::string& name, bool static_only) const;
  std::optional<std::string> search_needed(const Binary& library,
                                           std::vector<std::string>& visited) const;

  const HostCompiler& host_;
  Words folders_;      ///< of -L
  Words run_folders_;  ///< of the -rpath-link and -rpath options: where libraries' own are found
  std::vector<Binary> binaries_;
  std::map<std::string, std::string> files_;  ///< by the words of the command line
};

}  // namespace bamboo::driver
