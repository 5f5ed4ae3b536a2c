// SPDX-License-Identifier: Apache-2.0
// The user's program as it lies in the running executable: section `.bamboo.image` holds it as a
// shared object, `.bamboo.libraries` what its link says of shared libraries.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "image/library.h"
#include "image/library_graph.h"

namespace bamboo::mpi {

struct Program {
  std::shared_ptr<const Library> payload;  ///< null: the program is a function
  std::shared_ptr<const LibraryRules> rules;
  std::shared_ptr<const LibraryGraph> libraries;  ///< the program, and what it needs
  std::vector<std::size_t> preloaded;      ///< the graph's libraries of LD_PRELOAD with copies
  bool exports_all = false;                ///< -rdynamic
  int (*function)(int, char**) = nullptr;  ///< in place of a payload
  int dimension = 0;                       ///< `#pragma bamboo dimension`, 0: none
  bool has_thread_local = false;           ///< it, or a private library
  bool has_code_on_stack = false;          ///< it needs an executable stack

  /// Reads the executable of this process. Prints a message and ends the process when it holds
  /// none.
  static Program of_this_process();
  /// Whether other libraries find the program's definition of the symbol: as in an executable,
  /// where a library that it needs refers to it or defines it, too.
  bool exports(std::string_view symbol) const;
};

}  // namespace bamboo::mpi
