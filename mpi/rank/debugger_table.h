// SPDX-License-Identifier: Apache-2.0
/** \file
    The ranks of this process in the table of debuggers. */
#pragma once

#include "debugger/table.h"

namespace bamboo::mpi {

class Rank;

/// Adds a rank that has a stack. `shown` lives until hide_from_debuggers(). Any thread may call it.
void show_to_debuggers(DebuggedRank& shown, Rank& rank);
void hide_from_debuggers(const DebuggedRank& shown);

}  // namespace bamboo::mpi
