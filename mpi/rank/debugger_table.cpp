// SPDX-License-Identifier: Apache-2.0
#include "rank/debugger_table.h"

#include <mutex>

#include "rank/debugger_access.h"
#include "rank/debugger_library.h"

extern "C" {
[[gnu::visibility("default"), gnu::used]] bamboo::mpi::DebuggerTable bamboo_debugger_table{
    bamboo::mpi::debugger_table_version, nullptr, bamboo::mpi::DebuggerAccess::layout()};
}

namespace bamboo::mpi {

namespace {
std::mutex list_changes;
}

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
