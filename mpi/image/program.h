// SPDX-License-Identifier: Apache-2.0
// The user's program, stored in the running executable: section `.bamboo.image` holds it as a
// shared object, `.bamboo.private` lists shared libraries of which every rank needs its own copy.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace bamboo::mpi {

struct PrivateLibrary {
  std::string path;                     ///< as given to --bamboo-private
  std::span<const std::byte> contents;  ///< mapped as the payload is; empty: it cannot be read
};

struct Program {
  std::span<const std::byte> payload;  ///< mapped from the executable, for the life of the process
  std::vector<PrivateLibrary> private_libraries;
  int (*function)(int, char**) = nullptr;  ///< in place of a payload
  int dimension = 0;                       ///< `#pragma bamboo dimension`, 0: none
  bool has_thread_local = false;           ///< it, or a private library
  bool has_code_on_stack = false;          ///< it executes code on its stack

  /// Reads the executable of this process. Prints a message and ends the process when it holds
  /// none.
  static Program of_this_process();
};

}  // namespace bamboo::mpi
