// SPDX-License-Identifier: Apache-2.0
// Collectives of neighbours between hosts of two processes each: the memory afterwards
// must be what the installed MPI leaves there.
//
//     neighbours SEED CALLS
#include "conformance/neighbours.h"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "conformance/random_communicator.h"

extern "C" int PMPI_Get_processor_name(char* name, int* length) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "host%d", rank / 2);
  return MPI_SUCCESS;
}

using namespace conformance;

namespace {

void run_calls(int calls) {
  Random random(seed);
  const Layouts layouts;
  const auto functions = neighbours();
  for (int done = 0; done < calls; ++done) {
    MPI_Comm comm = any_communicator(MPI_COMM_WORLD, random);
    Random of_comm(random());
    TrialCall here{comm, 0, 0, of_comm, layouts};
    PMPI_Comm_rank(comm, &here.rank);
    PMPI_Comm_size(comm, &here.size);
    functions[done % functions.size()](here);
    if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1;
  run_calls(argc > 2 ? std::atoi(argv[2]) : 40);
  MPI_Finalize();
  return 0;
}
