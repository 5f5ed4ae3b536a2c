// SPDX-License-Identifier: Apache-2.0
// How the members of a communicator make another one. Collective over the parent where not said
// otherwise; the new communicator joins `mine`, those of the calling rank.
#pragma once

#include "comm/communicators.h"

namespace bamboo::mpi {

Communicator& duplicate(Communicators& mine, Communicator& parent);
/// Null for the ranks that are no members of their group. Throws MpiError(MPI_ERR_NOT_SAME) where a
/// member of the rank's group gives another one.
Communicator* create(Communicators& mine, Communicator& parent, GroupRef group);
/// Collective over the group only; `tag` keeps calls at the same time apart.
Communicator* create_from_group(Communicators& mine, Communicator& parent, GroupRef group, int tag);
/// Ranks of one colour, ordered by key; null for MPI_UNDEFINED.
Communicator* split(Communicators& mine, Communicator& parent, int color, int key);

/// The handle of a new communicator, MPI_COMM_NULL for null.
inline MPI_Comm handle_of(const Communicator* comm) {
  return comm ? comm->handle : MPI_COMM_NULL;
}

}  // namespace bamboo::mpi
