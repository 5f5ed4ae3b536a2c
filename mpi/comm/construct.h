// SPDX-License-Identifier: Apache-2.0
// Functions with which the members of a communicator make another one. Collective over the parent
// unless noted otherwise. The new communicator is added to `mine`, those of the calling rank.
#pragma once

#include <string_view>

#include "comm/agreement.h"
#include "comm/communicators.h"

namespace bamboo::mpi {

/// Copies the parent with attributes, topology and hints. No communication.
Communicator& copy(Communicators& mine, const Communicator& parent, std::uint32_t context);
Communicator& duplicate(Communicators& mine, Communicator& parent);
/// Returns null for ranks outside of their group. Throws MpiError(MPI_ERR_NOT_SAME) if a member of
/// the rank's group passes another one.
Communicator* create(Communicators& mine, Communicator& parent, GroupRef group);
/// Collective over the group only; `tag` keeps calls at the same time apart.
Communicator* create_group(Communicators& mine, Communicator& parent, GroupRef group, int tag);
/// The tag under which such a call's messages go.
int group_tag(int tag);
/// Like above, without a parent: the members agree by world ranks.
Communicator& create_from_group(Communicators& mine, GroupRef group, std::string_view string_tag);
Members without_parent(Communicators& mine, const Group& group, std::string_view string_tag);
/// Ranks of one colour, ordered by key; null for MPI_UNDEFINED.
Communicator* split(Communicators& mine, Communicator& parent, int color, int key);

/// The handle of a new communicator, MPI_COMM_NULL for null.
inline MPI_Comm handle_of(const Communicator* comm) {
  return comm ? comm->handle : MPI_COMM_NULL;
}

}  // namespace bamboo::mpi
