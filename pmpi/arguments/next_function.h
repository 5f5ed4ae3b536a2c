// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

namespace bamboo::plans::pmpi {

/// Returns the function of that name in the libraries after this one, or null. The library in front
/// of the program, which has loaded this one, knows its place among them.
inline void* next_function(const char* name) {
  using Next = void*(const char*);
  static auto* const next = reinterpret_cast<Next*>(dlsym(RTLD_DEFAULT, "bamboo_plans_next"));
  return next ? next(name) : dlsym(RTLD_NEXT, name);
}

}  // namespace bamboo::plans::pmpi
