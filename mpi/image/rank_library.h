// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <link.h>

#include <memory>
#include <string>
#include <vector>

#include "image/library.h"

namespace bamboo::mpi {

/// A library, or the program, as one rank has it: a copy of the rank's own, or the one that all
/// ranks of the process share.
struct RankLibrary {
  std::shared_ptr<const Library> library;
  std::string name;  ///< see LibraryGraph::Node
  bool is_private = false;
  RankLibrary* loader = nullptr;
  RankLibrary* root = nullptr;  ///< with which it was loaded: the program, or one that was opened
  std::vector<RankLibrary*> needed;
  /// If the program has opened it: the library and all that it needs, users first. Otherwise empty.
  std::vector<RankLibrary*> sorted;

  void* handle = nullptr;       ///< of the dynamic linker
  link_map* map = nullptr;      ///< null: the dynamic linker does not have it
  int file = -1;                ///< of a copy
  int opened = 0;               ///< so often has the program opened it
  bool stays = false;           ///< until the process ends
  bool is_initialised = false;  ///< its constructors have begun
  std::size_t constructors_run = 0;
  std::vector<RankLibrary*> bound_to;     ///< opened libraries, in addition to the needed ones
  std::vector<const Reference*> unbound;  ///< functions that no library has defined so far

  std::byte* address(Elf64_Addr offset) const {
    return reinterpret_cast<std::byte*>(map->l_addr + offset);
  }
  void load_private(const std::string& title);
  void load_shared(int mode);
  void unload();
  struct Arguments {
    int argc = 0;
    char** argv = nullptr;
    char** environment = nullptr;
  };
  using Constructor = void(int, char**, char**);
  /// Runs the constructors that have not run; with `end`, up to this one.
  void run_constructors(const Arguments& arguments, Constructor* end = nullptr);
  void run_destructors() const;
};

/// The libraries whose order of constructors and destructors follows from this one.
inline const std::vector<RankLibrary*>& depends_on(const RankLibrary& library) {
  return library.sorted.empty() ? library.needed : library.sorted;
}

/// Breadth first, as symbols are searched.
std::vector<RankLibrary*> with_needed(RankLibrary& root);

}  // namespace bamboo::mpi
