// SPDX-License-Identifier: Apache-2.0
// One rank's own copy of the program: its globals, function statics, C++ statics.
#pragma once

#include <memory>

#include "bamboo/taskgraph/task.h"
#include "image/program.h"

namespace bamboo::mpi {

class RankLibraries;

class Image {
 public:
  /// Loads the copy. Throws std::runtime_error with the dynamic linker's words.
  Image(const Program& program, Task& rank);
  ~Image();
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  // The copy stays loaded to the end of the process: pointers into it may be anywhere.

  /// Runs the constructors of its statics on the calling stack, then main().
  int run_main(int argc, char** argv, char** environment);
  /// Runs atexit handlers, destructors of statics and the like, as exit() would.
  void run_exit_handlers();
  /// The COMMON block of the program's mpif.h, or where it has none that of its shared libraries.
  const void* fortran_constants() const { return fortran_constants_; }
  /// Whether the program uses an OpenMP library.
  bool has_parallel_regions() const { return parallel_level_ != nullptr; }
  /// Whether the calling thread is in a parallel region of that library.
  bool in_parallel_region() const { return parallel_level_ && parallel_level_() > 0; }
  /// omp_get_max_threads() and omp_set_num_threads(), of the calling thread.
  int team_size() const { return team_size_(); }
  void set_team_size(int threads) const { set_team_size_(threads); }

 private:
  const std::unique_ptr<RankLibraries> libraries_;
  const void* fortran_constants_ = nullptr;
  int (*main_)(int, char**, char**) = nullptr;
  int (*parallel_level_)() = nullptr;
  int (*team_size_)() = nullptr;
  void (*set_team_size_)(int) = nullptr;
};

}  // namespace bamboo::mpi
