// SPDX-License-Identifier: Apache-2.0
#include "image/image.h"

#include <stdexcept>
#include <string>

#include "image/rank_libraries.h"

namespace bamboo::mpi {

namespace {

std::runtime_error load_error(TaskId rank, const std::string& what) {
  return std::runtime_error("cannot load the program's image for rank " + std::to_string(rank) +
                            ": " + what);
}

}  // namespace

Image::Image(const Program& program, Task& rank) try
    : libraries_(std::make_unique<RankLibraries>(program, rank)) {
  main_ = reinterpret_cast<int (*)(int, char**, char**)>(libraries_->symbol("bamboo_image_main"));
  parallel_level_ = reinterpret_cast<int (*)()>(libraries_->symbol("omp_get_level"));
  team_size_ = reinterpret_cast<int (*)()>(libraries_->symbol("omp_get_max_threads"));
  set_team_size_ = reinterpret_cast<void (*)(int)>(libraries_->symbol("omp_set_num_threads"));
  fortran_constants_ = libraries_->symbol("bamboo_mpi_constants_");
  if (!main_) throw std::runtime_error("not linked by bamboocc");
} catch (const std::runtime_error& error) {
  throw load_error(rank.id(), error.what());
}

Image::~Image() = default;

int Image::run_main(int argc, char** argv, char** environment) {
  libraries_->begin(argc, argv, environment);
  return main_(argc, argv, environment);
}

void Image::run_exit_handlers() {
  libraries_->end();
}

}  // namespace bamboo::mpi
