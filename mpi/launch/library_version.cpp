// SPDX-License-Identifier: Apache-2.0
#include "launch/library_version.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "bamboo/support/diagnostic.h"

namespace bamboo::mpi {
namespace {

std::array<int, 3> numbers(const char* version) {
  std::array<int, 3> parts{};
  std::sscanf(version, "%d.%d.%d", &parts[0], &parts[1], &parts[2]);
  return parts;
}

}  // namespace

void require_version(const char* linked_with) {
  if (numbers(linked_with) <= numbers(BAMBOO_VERSION)) return;
  support::error(
      "this program was linked with Bamboo %s, and libbamboo.so is of %s: "
      "link the program again, or install Bamboo %s",
      linked_with, BAMBOO_VERSION, linked_with);
  std::exit(2);
}

}  // namespace bamboo::mpi
