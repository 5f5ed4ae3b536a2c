// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/task.h"
#include "image/image.h"
#include "image/program.h"

namespace bamboo::mpi {

/// One rank's run of the program.
class ProgramInstance {
 public:
  explicit ProgramInstance(const Program& program) : program_(program) {}

  /// Runs main() with a copy of the arguments: programs reorder and overwrite theirs. Throws
  /// std::runtime_error when the rank's copy of the program cannot be loaded.
  int run(Task& rank, int argc, char** argv, char** environment);
  /// Runs the handlers like exit().
  void run_exit_handlers() const;
  bool has_parallel_regions() const { return image_ && image_->has_parallel_regions(); }
  /// Whether the calling thread is in a parallel region of the program's OpenMP library.
  bool in_parallel_region() const { return image_ && image_->in_parallel_region(); }
  /// See Image.
  const void* fortran_constants() const { return image_ ? image_->fortran_constants() : nullptr; }
  const Program& program() const { return program_; }

 private:
  const Program& program_;
  std::vector<std::string> arguments_;
  std::vector<char*> argv_;
  std::unique_ptr<Image> image_;  ///< null: the program is a function
};

}  // namespace bamboo::mpi
