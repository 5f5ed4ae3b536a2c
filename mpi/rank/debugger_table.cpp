// SPDX-License-Identifier: Apache-2.0
#include "rank/debugger_table.h"

#include <dlfcn.h>
#include <limits.h>

#include <cstdio>
#include <mutex>
#include <string>

#include "rank/debugger_access.h"

extern "C" {
// Debuggers ask for these names: the list is the newer form.
[[gnu::visibility("default"), gnu::used]] char MPIR_dll_name[PATH_MAX] = "";
[[gnu::visibility("default"), gnu::used]] char** mpimsgq_dll_locations = nullptr;

[[gnu::visibility("default"), gnu::used]] bamboo::mpi::DebuggerTable bamboo_debugger_table{
    bamboo::mpi::debugger_table_version, nullptr, bamboo::mpi::DebuggerAccess::layout()};
}

namespace bamboo::mpi {

namespace {

std::mutex list_changes;

char* locations[] = {MPIR_dll_name, nullptr};

/// Names the library by which debuggers read the message queues of this process, where they look
/// for it. Call it after MPI_Init of the installed MPI, which may name its own.
void name_debugger_library() {
  if (mpimsgq_dll_locations == locations) return;
  Dl_info self{};
  if (::dladdr(static_cast<const void*>(MPIR_dll_name), &self) == 0) return;
  const std::string library = self.dli_fname;
  const std::string folder = library.substr(0, library.rfind('/') + 1);
  std::snprintf(MPIR_dll_name, sizeof MPIR_dll_name, "%sbamboo/libbamboo_msgq.so", folder.c_str());
  mpimsgq_dll_locations = locations;
}

}  // namespace

void show_to_debuggers(DebuggedRank& shown, Rank& rank) {
  std::lock_guard guard(list_changes);
  name_debugger_library();
  const StackView stack = rank.stack();
  shown = {bamboo_debugger_table.first,
           rank.id(),
           static_cast<const void*>(stack.registers),
           stack.bottom,
           stack.top,
           DebuggerAccess::queues_of(rank)};
  bamboo_debugger_table.first = &shown;
}

void hide_from_debuggers(const DebuggedRank& shown) {
  std::lock_guard guard(list_changes);
  for (DebuggedRank** at = &bamboo_debugger_table.first; *at != nullptr; at = &(*at)->next) {
    if (*at != &shown) continue;
    *at = shown.next;
    return;
  }
}

}  // namespace bamboo::mpi
