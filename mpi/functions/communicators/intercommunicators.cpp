// SPDX-License-Identifier: Apache-2.0
#include "comm/construct.h"
#include "comm/group.h"
#include "comm/intercommunicator.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

using namespace bamboo::mpi;

namespace {

const Group& remote_group(const Communicator& comm) {
  if (!comm.remote_group) fail(MPI_ERR_COMM, "comm is no inter-communicator");
  return *comm.remote_group;
}

void check_leader(int leader, const Group& group, const char* name) {
  if (leader < 0 || leader >= group.size())
    fail(MPI_ERR_RANK, "%s is %d, must be 0 … %d", name, leader, group.size() - 1);
}

/// The peer of the remote leader; only the local leader has it.
StepPeer bridge_over(Communicator& peer, int remote_leader, int tag) {
  check_leader(remote_leader, peer.peers(), "remote_leader");
  return {peer.peers().world_rank(remote_leader), peer.context + 1, group_tag(tag)};
}

}  // namespace

int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(size, "size");
    *size = remote_group(rank.communicator(comm)).size();
  });
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(group, "group");
    const Communicator& object = rank.communicator(comm);
    remote_group(object);
    *group = new_handle(object.remote_group);
  });
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                         int remote_leader, int tag, MPI_Comm* newintercomm) {
  return BAMBOO_MPI_ENTER(local_comm, {
    check_pointer(newintercomm, "newintercomm");
    *newintercomm = MPI_COMM_NULL;
    Communicator& local = rank.communicator(local_comm);
    if (local.remote_group) fail(MPI_ERR_COMM, "local_comm is an inter-communicator");
    check_leader(local_leader, *local.group, "local_leader");
    check_send_tag(tag);
    StepPeer bridge{};
    if (local.rank == local_leader)
      bridge = bridge_over(rank.communicator(peer_comm), remote_leader, tag);
    *newintercomm =
        connect(rank.communicators, members_of(local), local.group, local_leader, bridge).handle;
  });
}

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
  return BAMBOO_MPI_ENTER(intercomm, {
    check_pointer(newintracomm, "newintracomm");
    *newintracomm = MPI_COMM_NULL;
    Communicator& object = rank.communicator(intercomm);
    remote_group(object);
    *newintracomm = merge(rank.communicators, object, high != 0).handle;
  });
}
