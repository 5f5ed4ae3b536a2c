// SPDX-License-Identifier: Apache-2.0
// MPI's beginning and end, seen through its profiling interface.
#include <mpi.h>

#include <cstdlib>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "collective_form.h"
#include "report/report.h"
#include "windows/parameters.h"
#include "windows/progress.h"

namespace {

/// A launcher of another MPI starts each process as a job of its own.
void refuse_to_run_alone() {
#ifdef OPEN_MPI
  constexpr const char* nearest = bamboo::support::announced_by_open_mpi;
#else
  constexpr const char* nearest = bamboo::support::announced_by_mpich;
#endif
  int processes = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &processes);
  const auto reason = processes == 1 ? bamboo::support::why_not_alone(nearest) : std::nullopt;
  if (!reason) return;
  bamboo::support::print(bamboo::support::Severity::Error, *reason);
  PMPI_Finalize();
  std::exit(1);
}

int initialise(int* argc, char*** argv, int wanted, int* granted) {
  using namespace bamboo::overlap;
  if (bamboo::support::is_first_process()) bamboo::support::warn_about_unknown_variables();
  set_parameters();
  const ProgressMode mode = progress().choose();
  if (needs_threads(mode)) wanted = MPI_THREAD_MULTIPLE;
  const int error = PMPI_Init_thread(argc, argv, wanted, granted);
  if (error != MPI_SUCCESS) return error;
  refuse_to_run_alone();
  progress().start(mode, *granted);
  start_agreements();
  return error;
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  int granted = 0;
  return initialise(argc, argv, MPI_THREAD_SINGLE, &granted);
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return initialise(argc, argv, required, provided);
}

int MPI_Finalize(void) {
  bamboo::overlap::progress().stop();
  bamboo::overlap::stop_agreements();
  bamboo::overlap::report_windows();
  return PMPI_Finalize();
}
}
