// SPDX-License-Identifier: Apache-2.0
// crashing_abort_job MODULE_FOLDER SIGNAL: MPI_Abort crashes; the exit code is 7 all the same.
#include <csignal>
#include <cstdlib>
#include <memory>

#include "transport/transport.h"

namespace {
int signal_in_abort = 0;
}

/// Replaces the installed MPI's function.
extern "C" [[gnu::visibility("default")]] int MPI_Abort(void*, int) {
  std::raise(signal_in_abort);
  std::_Exit(1);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  signal_in_abort = std::atoi(argv[2]);
  bamboo::load_transport(argv[1])->abort(7);
}
