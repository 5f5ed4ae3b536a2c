// SPDX-License-Identifier: Apache-2.0
// Prints what can be forced on any network: "bcast/chain", one on each line.
#include <cstdio>

#include "configuration/planned_algorithms.h"

int main() {
  for (const auto* algorithm : bamboo::plans::pmpi::planned_algorithms())
    if (!algorithm->by_multicast) std::puts(algorithm->name);
  return 0;
}
