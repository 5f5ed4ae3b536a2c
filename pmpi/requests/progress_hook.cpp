// SPDX-License-Identifier: Apache-2.0
#include "requests/progress_hook.h"

#include <dlfcn.h>
#include <mpi.h>

namespace bamboo::plans::pmpi {
namespace {

using Look = int (*)();
using Register = int (*)(Look);

#ifdef OPEN_MPI
Register function(const char* name) {
  return reinterpret_cast<Register>(dlsym(RTLD_DEFAULT, name));
}
#else
Register function(const char*) {
  return nullptr;
}
#endif

}  // namespace

bool can_hook_progress() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level != MPI_THREAD_MULTIPLE && function("opal_progress_register") &&
         function("opal_progress_unregister");
}

void hook_progress(Look look) {
  if (const Register to_mpi = function("opal_progress_register")) to_mpi(look);
}

void unhook_progress(Look look) {
  if (const Register from_mpi = function("opal_progress_unregister")) from_mpi(look);
}

}  // namespace bamboo::plans::pmpi
