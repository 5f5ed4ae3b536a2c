// SPDX-License-Identifier: Apache-2.0
// Communicators of groups that share no communicator.
#include <cstring>

#include "comm/construct.h"
#include "comm/error_action.h"
#include "comm/intercommunicator.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "objects/errhandler.h"
#include "objects/info.h"

using namespace bamboo::mpi;

namespace {

/// The properties of the new communicator other than its members, checked before the ranks agree.
struct Traits {
  std::shared_ptr<const Info> hints;
  MPI_Errhandler errhandler;

  Traits(const char* string_tag, MPI_Info info, MPI_Errhandler its_errhandler)
      : hints(bamboo::mpi::hints(info)), errhandler(its_errhandler) {
    check_pointer(string_tag, "stringtag");
    if (std::strlen(string_tag) >= MPI_MAX_STRINGTAG_LEN)
      fail(MPI_ERR_ARG, "stringtag has %zu characters, must have %d at most",
           std::strlen(string_tag), MPI_MAX_STRINGTAG_LEN - 1);
    check_errhandler(errhandler);
  }
  MPI_Comm give_to(Communicator& comm) const {
    comm.hints = hints;
    set_errhandler(comm.errhandler, errhandler);
    return comm.handle;
  }
};

void check_member(const Rank& rank, const Group& group, const char* name) {
  if (group.rank_of(rank.id()) < 0)
    fail(MPI_ERR_GROUP, "the calling rank (world rank %d) is no member of %s", rank.id(), name);
}

void check_leader(int leader, const Group& group, const char* name) {
  if (leader < 0 || leader >= group.size())
    fail(MPI_ERR_RANK, "%s is %d, must be 0 … %d", name, leader, group.size() - 1);
}

}  // namespace

int MPI_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    const Traits traits(stringtag, info, errhandler);
    const GroupRef members = group_ref(group);
    if (members->size() == 0) return;
    check_member(rank, *members, "group");
    *newcomm = traits.give_to(create_from_group(rank.communicators, members, stringtag));
  });
}

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader,
                                     const char* stringtag, MPI_Info info,
                                     MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newintercomm, "newintercomm");
    *newintercomm = MPI_COMM_NULL;
    const Traits traits(stringtag, info, errhandler);
    const GroupRef local = group_ref(local_group);
    const GroupRef remote = group_ref(remote_group);
    if (local->size() == 0 || remote->size() == 0) return;
    check_member(rank, *local, "local_group");
    check_leader(local_leader, *local, "local_leader");
    check_leader(remote_leader, *remote, "remote_leader");
    const Members members = without_parent(rank.communicators, *local, stringtag);
    const StepPeer bridge{remote->world_rank(remote_leader), members.context + 1, members.tag};
    *newintercomm =
        traits.give_to(connect(rank.communicators, members, local, local_leader, bridge));
  });
}
