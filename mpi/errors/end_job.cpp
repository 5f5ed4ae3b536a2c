// SPDX-License-Identifier: Apache-2.0
#include "errors/end_job.h"

#include <unistd.h>

namespace bamboo::mpi {

namespace {

void (*job_end)(int) = nullptr;

}  // namespace

void set_job_end(void (*end)(int)) {
  job_end = end;
}

void end_job(int exit_code) {
  if (job_end) job_end(exit_code);
  ::_exit(exit_code);
}

}  // namespace bamboo::mpi
