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
  /// The number of threads that the rank has set for its parallel regions belongs to the thread in
  /// OpenMP. Between ranks a thread has the number with which it began.
  void leave_team_size() {
    if (!has_parallel_regions()) return;
    team_size_ = image_->team_size();
    if (team_size_ != first_team_size_) image_->set_team_size(first_team_size_);
  }
  void enter_team_size() const {
    if (team_size_ != first_team_size_) image_->set_team_size(team_size_);
  }
  /// See Image.
  const void* fortran_constants() const { return image_ ? image_->fortran_constants() : nullptr; }
  const Program& program() const { return program_; }

 private:
  const Program& program_;
  std::vector<std::string> arguments_;
  std::vector<char*> argv_;
  std::unique_ptr<Image> image_;  ///< null: the program is a function
  int first_team_size_ = 0;
  int team_size_ = 0;
};

}  // namespace bamboo::mpi
