// SPDX-License-Identifier: Apache-2.0
#include "one_sided/window_error.h"

#include "comm/error_action.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

int call_errhandler(const Window& window, const char* function, int code, const char* text) {
  MPI_Win handle = window.handle;
  return call_errhandler(window.task(), window.errhandler, static_cast<void*>(&handle),
                         window.text(), function, code, text);
}

int handle_error(const Window& window, const char* function, const MpiError& error) {
  return call_errhandler(window, function, error.error_class, error.what());
}

}  // namespace bamboo::mpi
