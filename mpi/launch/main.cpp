// SPDX-License-Identifier: Apache-2.0
// The executable that bamboocc copies for every program. One of its sections holds the program.
#include "launch/launch.h"

int main(int argc, char** argv) {
  return bamboo::mpi::run_job(BAMBOO_VERSION, argc, argv);
}
