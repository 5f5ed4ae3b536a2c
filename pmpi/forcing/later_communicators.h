// SPDX-License-Identifier: Apache-2.0
// Communicators of the program that the MPI makes in a later call of any function: those of
// MPI_Comm_idup.
#pragma once

namespace bamboo::plans::pmpi {

/// The program asks for one. Any thread.
void note_later_communicator();
/// Whether this process has ever asked for one. It is not known when the MPI makes it.
bool has_later_communicators();

}  // namespace bamboo::plans::pmpi
