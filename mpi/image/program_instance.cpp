// SPDX-License-Identifier: Apache-2.0
#include "image/program_instance.h"

namespace bamboo::mpi {

int ProgramInstance::run(Task& rank, int argc, char** argv, char** environment) {
  arguments_.assign(argv, argv + argc);
  for (std::string& argument : arguments_) argv_.push_back(argument.data());
  argv_.push_back(nullptr);
  if (program_.function) return program_.function(argc, argv_.data());
  image_ = std::make_unique<Image>(program_, rank);
  if (has_parallel_regions()) team_size_ = first_team_size_ = image_->team_size();
  return image_->run_main(argc, argv_.data(), environment);
}

void ProgramInstance::run_exit_handlers() const {
  if (image_) image_->run_exit_handlers();
}

}  // namespace bamboo::mpi
