// SPDX-License-Identifier: Apache-2.0
// How the members of a communicator make another one. Collective over the parent where not said
// otherwise; the new communicator joins `mine`, those of the calling rank.
#pragma once

#include <string_view>

#include "comm/agreement.h"
#include "comm/communicators.h"

namespace bamboo::mpi {

/// With the attributes, the topology and the hints of the parent. No communication.
Communicator& copy(Communicators& mine, const Communicator& parent, std::uint32_t context);
Communicator& duplicate(Communicators& mine, Communicator& parent);
/// Null for the ranks that are no members of their group. Throws MpiError(MPI_ERR_NOT_SAME) where a
/// member of the rank's group gives another one.
Communicator* create(Communicators& mine, Communicator& parent, GroupRef group);
/// Collective over the group only; `tag` keeps calls at the same time apart.
Communicator* create_group(Communicators& mine, Communicator& parent, GroupRef group, int tag);
/// The tag under which such a call's messages go.
int group_tag(int tag);
/// The same without a parent: the members agree by world ranks.
Communicator& create_from_group(Communicators& mine, GroupRef group, std::string_view string_tag);
Members without_parent(Communicators& mine, const Group& group, std::string_view string_tag);
/// Ranks of one colour, ordered by key; null for MPI_UNDEFINED.
Communicator* split(Communicators& mine, Communicator& parent, int color, int key);

/// The handle of a new communicator, MPI_COMM_NULL for null.
inline MPI_Comm handle_of(const Communicator* comm) {
  return comm ? comm->handle : MPI_COMM_NULL;
}

}  // namespace bamboo::mpi
