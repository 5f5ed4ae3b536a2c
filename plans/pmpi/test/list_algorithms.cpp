// SPDX-License-Identifier: Apache-2.0
// Prints the registry: "bcast/chain", one on each line.
#include <cstdio>

#include "bamboo/plans/algorithms.h"

int main() {
  for (const auto& algorithm : bamboo::plans::algorithms()) std::puts(algorithm.name);
  return 0;
}
