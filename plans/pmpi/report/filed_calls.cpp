// SPDX-License-Identifier: Apache-2.0
#include "report/filed_calls.h"

#include <mpi.h>

#include <cstdint>
#include <cstdio>

#include "bamboo/support/diagnostic.h"
#include "configuration/world.h"

namespace bamboo::plans::pmpi {
namespace {

void tell_of(const PlanFile& file) {
  const std::uint64_t calls = file.calls;
  if (calls == 0)
    support::warning(
        "the plan file '%s' (%s of %d processes) has served no call: none had its traffic, or was "
        "left to it",
        file.file.c_str(), name_of(file.plan.operation), file.plan.size);
  else if (world()->settings.report)
    std::fprintf(stderr, "plans: file %s: %s of %d processes, %llu calls of each\n",
                 file.file.c_str(), name_of(file.plan.operation), file.plan.size,
                 static_cast<unsigned long long>(calls));
}

}  // namespace

void tell_of_plan_files() {
  // The first process need not be in the communicators whose calls a file of the user's has served.
  for (PlanFile* file : world()->files) {
    const std::uint64_t own = file->calls;
    std::uint64_t most = 0;
    PMPI_Reduce(&own, &most, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    if (file->is_told_here) file->calls = most;
  }
  each_plan_file([](const PlanFile& file) {
    if (file.is_told_here) tell_of(file);
  });
}

}  // namespace bamboo::plans::pmpi
