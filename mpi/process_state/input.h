// SPDX-License-Identifier: Apache-2.0
// Standard input of virtual ranks: the first rank of a process reads the process's, the others are
// at the end of theirs, as plain ranks behind the first are.
#pragma once

namespace bamboo::mpi {

class Rank;

/// Whether the rank reads the process's input. Otherwise programs that it starts must not either.
bool has_input(const Rank& rank);
/// Processes that ranks fork have the rank's input.
void prepare_input_for_children();

}  // namespace bamboo::mpi
