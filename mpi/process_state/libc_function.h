// SPDX-License-Identifier: Apache-2.0
// Finds the C library's own function behind one that replaces it for programs and their libraries.
#pragma once

#include <dlfcn.h>

namespace bamboo::mpi {

template <class Function>
Function* libc_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace bamboo::mpi
