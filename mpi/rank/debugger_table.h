// SPDX-License-Identifier: Apache-2.0
/** \file
    The ranks of a process, for debuggers: `bamboo debug` reads this list from the memory of a
    process or of a core file (driver/commands/debug_ranks.py). `version` names the layout. */
#pragma once

#include <cstdint>

#include "bamboo/taskgraph/stackful_task.h"

namespace bamboo::mpi {

struct DebuggedRank {
  DebuggedRank* next = nullptr;
  std::int64_t rank = 0;
  StackView stack;
};

/// Adds a rank that has a stack. `shown` lives until hide_from_debuggers(). Any thread may call it.
void show_to_debuggers(DebuggedRank& shown, int rank, StackView stack);
void hide_from_debuggers(const DebuggedRank& shown);

}  // namespace bamboo::mpi
