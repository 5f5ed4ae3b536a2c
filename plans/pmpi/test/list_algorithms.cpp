// SPDX-License-Identifier: Apache-2.0
// Prints what can be forced: "bcast/chain", one on each line.
#include <cstdio>

#include "../planned_algorithms.h"

int main() {
  for (const auto* algorithm : bamboo::plans::pmpi::planned_algorithms())
    std::puts(algorithm->name);
  return 0;
}
