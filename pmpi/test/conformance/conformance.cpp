// SPDX-License-Identifier: Apache-2.0
// Collectives with random arguments, once as a program calls them and once as the installed MPI
// does them: the memory afterwards must be the same to the bit.
//
//     conformance SEED CALLS
#include <cstdlib>

#include "neighbours.h"
#include "random_call.h"
#include "random_communicator.h"

using namespace conformance;

namespace {

void run_trials(Random& random, int calls) {
  const Layouts layouts;
  std::vector<TrialFunction> functions = movements();
  for (TrialFunction reduction : reductions()) functions.push_back(reduction);
  for (TrialFunction each : neighbours()) functions.push_back(each);
  for (int done = 0; done < calls;) {
    MPI_Comm comm = any_communicator(MPI_COMM_WORLD, random);
    TrialCall trial{comm, 0, 0, random, layouts};
    PMPI_Comm_rank(comm, &trial.rank);
    PMPI_Comm_size(comm, &trial.size);
    // Parts of the world may be of different sizes, so they draw different numbers of numbers.
    Random own(random());
    TrialCall here{comm, trial.rank, trial.size, own, layouts};
    for (int i = 1 + below(random, 20); i > 0 && done < calls; --i, ++done)
      functions[done % functions.size()](here);
    if (comm != MPI_COMM_WORLD) MPI_Comm_free(&comm);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1;
  const int calls = argc > 2 ? std::atoi(argv[2]) : 200;
  Random random(seed);
  special_cases();
  run_trials(random, calls);
  MPI_Finalize();
  return 0;
}
