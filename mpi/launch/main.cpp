// SPDX-License-Identifier: Apache-2.0
// The executable that bamboocc copies for every program; the program itself lies in a section of
// it.
#include "launch/launch.h"

int main(int argc, char** argv) {
  return bamboo::mpi::run_job(BAMBOO_VERSION, argc, argv);
}
