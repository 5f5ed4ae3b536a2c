// SPDX-License-Identifier: Apache-2.0
// MPI's functions that make, free and describe communicators.
#include <algorithm>
#include <cstring>
#include <vector>

#include "collectives/arguments.h"
#include "collectives/operations.h"
#include "comm/construct.h"
#include "comm/group.h"
#include "comm/split_type.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "objects/info.h"
#include "p2p/wait.h"

using namespace bamboo::mpi;

namespace {

GroupRef subgroup(const Communicator& comm, MPI_Group handle) {
  GroupRef group = group_ref(handle);
  for (int r = 0; r < group->size(); r++)
    if (comm.group->rank_of(group->world_rank(r)) < 0)
      fail(MPI_ERR_GROUP, "group has a member (number %d, world rank %d) that is none of comm", r,
           group->world_rank(r));
  return group;
}

/// MPI_CONGRUENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare_members(const Communicator& a, const Communicator& b) {
  if (!a.remote_group != !b.remote_group) return MPI_UNEQUAL;
  const int groups[] = {compare(*a.group, *b.group), compare(a.peers(), b.peers())};
  if (std::ranges::count(groups, MPI_UNEQUAL)) return MPI_UNEQUAL;
  return std::ranges::count(groups, MPI_SIMILAR) ? MPI_SIMILAR : MPI_CONGRUENT;
}

/// At this point the copy has everything except for its context, which comes from the first rank.
/// MPI lets the program use the copy when the request is complete.
void duplicate_later(Rank& rank, MPI_Comm comm, std::shared_ptr<const Info> hints,
                     MPI_Comm* newcomm, MPI_Request* request) {
  check_pointer(newcomm, "newcomm");
  check_pointer(request, "request");
  Communicator& parent = rank.communicator(comm);
  const bool leads = parent.party() == 0;
  Communicator& made = copy(rank.communicators, parent,
                            leads ? rank.communicators.new_led_context() : without_communicator);
  made.hints = std::move(hints);
  start(give_to_all(&made.context, 1, MPI_UINT32_T, parent), request);
  *newcomm = made.handle;
}

/// Returns the communicator to be freed, which must be one that the program has made.
Communicator& made_by_program(Rank& rank, const MPI_Comm* comm) {
  check_pointer(comm, "comm");
  Communicator& object = rank.communicator(*comm);
  if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF)
    fail(MPI_ERR_COMM, "comm is %s, which cannot be freed", object.name.c_str());
  return object;
}

/// The program's requests on the communicator that are not complete.
std::vector<Request*> begun_on(Rank& rank, const Communicator& comm) {
  std::vector<Request*> begun;
  rank.requests.for_each([&](Request& request) {
    if (request.state.is_active() && communicator_of(request) == &comm) begun.push_back(&request);
  });
  return begun;
}

/// MPI_Comm_set_info ignores other hints, as both installed MPIs do.
bool is_hint_of_communicators(const std::string& hint) {
  return hint.starts_with("mpi_assert_");
}

}  // namespace

int MPI_Comm_size(MPI_Comm comm, int* size) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(size, "size");
    *size = rank.communicator(comm).size();
  });
}

int MPI_Comm_rank(MPI_Comm comm, int* result) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(result, "rank");
    *result = rank.communicator(comm).rank;
  });
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(group, "group");
    *group = new_handle(rank.communicator(comm).group);
  });
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
  return BAMBOO_MPI_ENTER(comm1, {
    check_pointer(result, "result");
    const Communicator& a = rank.communicator(comm1);
    const Communicator& b = rank.communicator(comm2);
    *result = &a == &b ? MPI_IDENT : compare_members(a, b);
  });
}

int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(flag, "flag");
    *flag = rank.communicator(comm).remote_group != nullptr;
  });
}

int MPI_Comm_get_parent(MPI_Comm* parent) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(parent, "parent");
    *parent = MPI_COMM_NULL;  // no rank was spawned by another
  });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    *newcomm = duplicate(rank.communicators, rank.communicator(comm)).handle;
  });
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    const auto given = hints(info);
    Communicator& made = duplicate(rank.communicators, rank.communicator(comm));
    made.hints = given;
    *newcomm = made.handle;
  });
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    const auto& known = rank.communicator(comm).hints;
    duplicate_later(rank, comm, known, newcomm, request);
  });
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, { duplicate_later(rank, comm, hints(info), newcomm, request); });
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = rank.communicator(comm);
    *newcomm = handle_of(create(rank.communicators, parent, subgroup(parent, group)));
  });
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = rank.communicator(comm);
    check_intracommunicator(parent);
    check_send_tag(tag);
    *newcomm = handle_of(create_group(rank.communicators, parent, subgroup(parent, group), tag));
  });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = rank.communicator(comm);
    if (color < 0 && color != MPI_UNDEFINED)
      fail(MPI_ERR_ARG, "color is %d, must be 0 or more or MPI_UNDEFINED", color);
    *newcomm = handle_of(split(rank.communicators, parent, color, key));
  });
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = rank.communicator(comm);
    check_split_type(split_type);
    const auto given = info == MPI_INFO_NULL ? nullptr : info_ref(info);
    const int color = split_colour(parent, split_type, given.get());
    if (given && split_type == MPI_COMM_TYPE_HW_UNGUIDED && color != MPI_UNDEFINED)
      given->set(resource_key, host_resource);
    *newcomm = handle_of(split(rank.communicators, parent, color, key));
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return BAMBOO_MPI_ENTER(comm ? *comm : MPI_COMM_NULL, {
    rank.communicators.free(made_by_program(rank, comm));
    *comm = MPI_COMM_NULL;
  });
}

int MPI_Comm_disconnect(MPI_Comm* comm) {
  return BAMBOO_MPI_ENTER(comm ? *comm : MPI_COMM_NULL, {
    Communicator& object = made_by_program(rank, comm);
    wait_all(rank, begun_on(rank, object));
    rank.communicators.free(object);
    *comm = MPI_COMM_NULL;
  });
}

int MPI_Comm_set_name(MPI_Comm comm, const char* name) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(name, "comm_name");
    rank.communicator(comm).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  });
}

int MPI_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(name, "comm_name");
    check_pointer(length, "resultlen");
    if (comm == MPI_COMM_NULL) {  // it has a name although it is no communicator
      *length = std::strlen(std::strcpy(name, "MPI_COMM_NULL"));
      return;
    }
    const std::string& text = rank.communicator(comm).name;
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  });
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  return BAMBOO_MPI_ENTER(comm, {
    Communicator& object = rank.communicator(comm);
    const auto given = info_ref(info);
    const auto merged =
        object.hints ? std::make_shared<Info>(*object.hints) : std::make_shared<Info>();
    for (int n = 0; n < given->size(); n++)
      if (is_hint_of_communicators(given->key(n)))
        merged->set(given->key(n), *given->get(given->key(n)));
    object.hints = merged;
  });
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(info, "info_used");
    const auto& known = rank.communicator(comm).hints;
    *info = new_handle(known ? std::make_shared<Info>(*known) : std::make_shared<Info>());
  });
}
