// SPDX-License-Identifier: Apache-2.0
// This process's part in the roll call of the job: it says in which calls its threads are, when a
// signal asks, and under a watch when they have been there for too long.
#pragma once

#include "presence/presence.h"

namespace bamboo::plans::pmpi {

inline constexpr CalledFunction init_function{"MPI_Init", Stored::Nothing};
inline constexpr CalledFunction finalize_function{"MPI_Finalize", Stored::Nothing};

/// Call it at the end of MPI_Init, on the thread that has called MPI_Init from `site`.
void begin_roll_call(const void* site);
/// Call it after MPI_Finalize.
void end_roll_call();

}  // namespace bamboo::plans::pmpi
