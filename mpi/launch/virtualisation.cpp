// SPDX-License-Identifier: Apache-2.0
#include "launch/virtualisation.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "rank/job.h"

namespace bamboo::mpi {

namespace {

[[noreturn]] void refuse_option(const char* name, const char* value, const char* why) {
  std::fprintf(stderr, "bamboo: error: %s=%s: %s\n", name, value, why);
  std::exit(2);
}

}  // namespace

int virtualisation_factor() {
  const char* text = std::getenv("BAMBOO_VF");
  if (!text || !*text) return 1;
  char* end = nullptr;
  const long factor = std::strtol(text, &end, 10);
  if (*end || factor < 1 || factor > 1'000'000) {
    refuse_option("BAMBOO_VF", text, "expected the number of ranks per process, at least 1");
  }
  return static_cast<int>(factor);
}

void place(Job& job, int processes) {
  const char* given = std::getenv("BAMBOO_GEOMETRY");
  if (given && *given) {
    try {
      job.geometry = Geometry::parse(given);
    } catch (const std::invalid_argument& error) {
      refuse_option("BAMBOO_GEOMETRY", given, error.what());
    }
    job.geometry_is_default = false;
    if (job.geometry.size() != job.ranks) {
      refuse_option(
          "BAMBOO_GEOMETRY", given,
          ("must have " + std::to_string(job.ranks) + " places, one for each rank").c_str());
    }
  } else if (job.program.dimension > 0) {
    job.geometry = Geometry::balanced(job.ranks, job.program.dimension);
  }
  job.placement = job.geometry.dimension() > 0 ? Placement::blocks(job.geometry, processes)
                                               : Placement::ranges(job.ranks, processes);
}

}  // namespace bamboo::mpi
