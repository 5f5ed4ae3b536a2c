// SPDX-License-Identifier: Apache-2.0
#include "rank/debugger_library.h"

#include <dlfcn.h>
#include <limits.h>

#include <cstdio>
#include <string>

// Debuggers ask for these names: the list is the newer form.
extern "C" {
[[gnu::visibility("default"), gnu::used]] char MPIR_dll_name[PATH_MAX] = "";
[[gnu::visibility("default"), gnu::used]] char** mpimsgq_dll_locations = nullptr;
}

namespace bamboo::mpi {
namespace {

char* locations[] = {MPIR_dll_name, nullptr};

}  // namespace

void name_debugger_library() {
  if (mpimsgq_dll_locations == locations) return;
  Dl_info self{};
  if (::dladdr(static_cast<const void*>(MPIR_dll_name), &self) == 0) return;
  const std::string library = self.dli_fname;
  const std::string folder = library.substr(0, library.rfind('/') + 1);
  std::snprintf(MPIR_dll_name, sizeof MPIR_dll_name, "%sbamboo/libbamboo_msgq.so", folder.c_str());
  mpimsgq_dll_locations = locations;
}

}  // namespace bamboo::mpi
