// SPDX-License-Identifier: Apache-2.0
// How two groups make an inter-communicator, and an intra-communicator of it again.
#pragma once

#include "comm/agreement.h"
#include "comm/communicators.h"
#include "p2p/post.h"

namespace bamboo::mpi {

/// The rank's view of the communicator between `local`, of which it is a member, and `remote`. No
/// communication: all members have agreed on `context`.
Communicator& add_inter(Communicators& mine, const Communicator& parent, GroupRef local,
                        GroupRef remote, std::uint32_t context);

/// Collective over both groups. `local` are the members of `group` and agree among themselves; the
/// one with number `leader` reaches that of the other group at `bridge`, which only it needs.
/// Throws MpiError(MPI_ERR_COMM) where a rank is in both groups.
Communicator& connect(Communicators& mine, const Members& local, GroupRef group, int leader,
                      StepPeer bridge);

/// Collective over both groups of `comm`: one communicator, the group with `high` behind the other.
/// Throws MpiError(MPI_ERR_NOT_SAME) where members of the rank's group differ about `high`.
Communicator& merge(Communicators& mine, Communicator& comm, bool high);

}  // namespace bamboo::mpi
