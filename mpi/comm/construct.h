// SPDX-License-Identifier: Apache-2.0
// How communicators are made and freed. Collective over the parent where not said otherwise.
#pragma once

#include "comm/communicator.h"

namespace bamboo::mpi {

class Rank;

/// A new communicator of the calling rank with the parent's error handler; null when the rank is no
/// member of `group`. No communication: the members have agreed on `context`.
Communicator* add_communicator(Rank& rank, const Communicator& parent, GroupRef group,
                               std::uint32_t context);

Communicator& duplicate(Rank& rank, Communicator& parent);
/// Null for the ranks that are no members of their group. Throws MpiError(MPI_ERR_NOT_SAME) where a
/// member of the rank's group gives another one.
Communicator* create(Rank& rank, Communicator& parent, GroupRef group);
/// Collective over the group only; `tag` keeps calls at the same time apart.
Communicator* create_from_group(Rank& rank, Communicator& parent, GroupRef group, int tag);
/// Ranks of one colour, ordered by key; null for MPI_UNDEFINED.
Communicator* split(Rank& rank, Communicator& parent, int color, int key);
void free_communicator(Rank& rank, Communicator& comm);

/// The handle of a new communicator, MPI_COMM_NULL for null.
inline MPI_Comm handle_of(const Communicator* comm) {
  return comm ? comm->handle : MPI_COMM_NULL;
}

}  // namespace bamboo::mpi
