// SPDX-License-Identifier: Apache-2.0
#include "launch/virtualisation.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"

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

RankGeometry geometry_of_ranks(int ranks, int declared_dimension) {
  const char* given = std::getenv("BAMBOO_GEOMETRY");
  if (!given || !*given)
    return {declared_dimension > 0 ? Geometry::balanced(ranks, declared_dimension) : Geometry()};
  RankGeometry result{.geometry = {}, .is_given = true};
  try {
    result.geometry = Geometry::parse(given);
  } catch (const std::invalid_argument& error) {
    refuse_option("BAMBOO_GEOMETRY", given, error.what());
  }
  if (result.geometry.size() != ranks) {
    refuse_option("BAMBOO_GEOMETRY", given,
                  ("must have " + std::to_string(ranks) + " places, one for each rank").c_str());
  }
  return result;
}

}  // namespace bamboo::mpi
