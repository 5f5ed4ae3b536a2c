// SPDX-License-Identifier: Apache-2.0
#include "rank/debugger_table.h"

#include <mutex>

extern "C" {
struct BambooDebuggerTable {
  std::uint64_t version;
  bamboo::mpi::DebuggedRank* first;
};
[[gnu::visibility("default"), gnu::used]] BambooDebuggerTable bamboo_debugger_table{1, nullptr};
}

namespace bamboo::mpi {

namespace {
std::mutex list_changes;
}

void show_to_debuggers(DebuggedRank& shown, int rank, StackView stack) {
  std::lock_guard guard(list_changes);
  shown = {bamboo_debugger_table.first, rank, stack};
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
