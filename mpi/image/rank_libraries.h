// SPDX-License-Identifier: Apache-2.0
// The program and the libraries of one rank: private copies, and libraries that it shares with the
// other ranks of the process.
//
// The dynamic linker maps the copies from anonymous files: it treats files with different inodes as
// different libraries. (SimGrid SMPI and AMPI's FSglobals do the same with files on disk.) The
// files stay open, so that /proc/PID/fd/N, the name in the link map, leads debuggers to the symbols
// and line numbers. This class does for each rank what the dynamic linker does for a process: the
// search order of symbols, constructors and destructors, dlopen() and similar functions.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "image/program.h"
#include "image/rank_library.h"
#include "image/symbols.h"

namespace bamboo::mpi {

class RankLibraries {
 public:
  /// Maps the program and its libraries. Throws std::runtime_error.
  RankLibraries(const Program& program, Task& rank);
  RankLibraries(const RankLibraries&) = delete;
  RankLibraries& operator=(const RankLibraries&) = delete;

  /// Runs the constructors of the program and of its libraries on the calling stack.
  void begin(int argc, char** argv, char** environment);
  /// Runs atexit handlers, destructors of statics and similar functions, like exit().
  void end() { finalize(nullptr); }

  /// Implements dlopen() for code at an address. Returns null for RTLD_NOLOAD. Throws
  /// std::runtime_error.
  void* open(const char* name, int mode, const void* caller);
  void close(void* handle);
  /// Implements dlvsym(); an empty version is the default one.
  void* symbol(void* handle, const char* name, const char* version, const void* caller);
  /// The address of a symbol of the program, or else of its libraries; null: there is none.
  void* symbol(const char* name);
  /// The file of the copy in which the address is, or of the handle; empty: it is in none.
  std::string path_at(const void* address);
  std::string path_of(void* handle);

  /// Implement __cxa_atexit() and __cxa_finalize(); null means all libraries.
  void at_exit(void (*function)(void*), void* argument, void* library);
  void finalize(const void* library);

  /// Sets the text that dlerror() returns next, once.
  void note_error(const std::string& text);
  char* take_error();

  Task& task() const { return task_; }

 private:
  using Libraries = std::vector<RankLibrary*>;
  struct ExitHandler {
    void (*function)(void*);
    void* argument;
    void* library;
  };

  Libraries take_nodes(const LibraryGraph& graph);
  LibraryGraph known_graph() const;
  void load(const Libraries& added, int shared_mode);
  void bind(const Libraries& added, const Libraries& scope, Binding binding);
  void make_global(RankLibrary& root);
  void initialise(RankLibrary& root);
  Libraries order_of_initialisation(RankLibrary& root);
  /// Returns false if the library has no constructors to run, or another thread runs them.
  bool begin_initialising(RankLibrary& library);
  std::vector<std::unique_ptr<RankLibrary>> take_unused();
  static void leave(const std::vector<std::unique_ptr<RankLibrary>>& unused);
  static void destroy_libraries(void* libraries);
  Libraries order_of_destruction() const;
  RankLibrary* find_at(const void* address);
  RankLibrary* find_handle(void* handle);

  const Program& program_;
  Task& task_;
  std::mutex mutex_;  ///< not held while code of the program runs
  std::vector<std::unique_ptr<RankLibrary>> libraries_;  ///< the program first
  Libraries global_;       ///< in which all libraries search their symbols
  Libraries initialised_;  ///< in the order of their constructors
  Symbols symbols_;
  std::vector<ExitHandler> exit_handlers_;
  std::string error_, shown_error_;
  RankLibrary::Arguments arguments_;  ///< of constructors
};

}  // namespace bamboo::mpi
