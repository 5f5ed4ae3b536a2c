// SPDX-License-Identifier: Apache-2.0
#include "launch/virtualisation.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "rank/job.h"

namespace bamboo::mpi {

namespace {

[[noreturn]] void refuse_option(const char* name, const char* value, const char* why) {
  support::error("%s=%s: %s", name, value, why);
  std::exit(2);
}

}  // namespace

int virtualisation_factor() {
  int factor = 1;
  support::read_variable("BAMBOO_VF", factor, [](const std::string& text) {
    return support::parse_whole<int>(text, 1, 1'000'000);
  });
  return factor;
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
