// SPDX-License-Identifier: Apache-2.0
// Prints what can be forced on any network: "bcast/chain", one on each line.
//
//     plans_algorithms                        plans
//     plans_algorithms openmpi|mpich RANKS    algorithms of that MPI for so many processes
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "configuration/mpi_algorithms.h"
#include "configuration/planned_algorithms.h"

using namespace bamboo::plans::pmpi;

int main(int argc, char** argv) {
  if (argc > 2) {
    const Mpi mpi = std::string_view(argv[1]) == "openmpi" ? Mpi::OpenMpi : Mpi::Mpich;
    for (const MpiAlgorithm& each : mpi_algorithms())
      if (each.is_in(mpi) && each.suits(std::atoi(argv[2]))) std::puts(each.algorithm.name);
    return 0;
  }
  for (const auto* algorithm : planned_algorithms())
    if (!algorithm->by_multicast) std::puts(algorithm->name);
  return 0;
}
