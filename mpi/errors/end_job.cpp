// SPDX-License-Identifier: Apache-2.0
#include "errors/end_job.h"

#include <unistd.h>

#include <cstdarg>

#include "bamboo/support/diagnostic.h"

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

void end_job_at(const std::string& place, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  support::print_formatted(support::Severity::Error, format, arguments, place + ": bamboo");
  va_end(arguments);
  end_job(1);
}

}  // namespace bamboo::mpi
