// SPDX-License-Identifier: Apache-2.0
// Sessions. Their process sets are the ones that MPI requires: the world, and the rank itself.
#include "rank/sessions.h"

#include <strings.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "comm/error_action.h"
#include "errors/checks.h"
#include "functions/any_time.h"
#include "objects/errhandler.h"
#include "rank/complete_pending.h"

namespace bamboo::mpi {

namespace {

struct ProcessSet {
  const char* name;
  Communicator Communicators::* members;
};
constexpr ProcessSet process_sets[] = {{"mpi://WORLD", &Communicators::world},
                                       {"mpi://SELF", &Communicators::self}};

/// MPI does not distinguish capitals in the names of process sets.
GroupRef group_of_set(const Rank& rank, const char* name) {
  check_pointer(name, "pset_name");
  for (const ProcessSet& set : process_sets)
    if (strcasecmp(set.name, name) == 0) return (rank.communicators.*set.members).group;
  fail(MPI_ERR_ARG, "pset_name is \"%s\", which is no process set", name);
}

/// The error handler of the session is used already while the session is made.
int open_session(Rank& rank, MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  *session = MPI_SESSION_NULL;
  try {
    Session& object = rank.sessions.open(hints(info), errhandler);
    const bool asks = object.hints && object.hints->get(thread_level_key);
    object.thread_level =
        asks ? rank.provide_thread_level(object.thread_level) : rank.highest_thread_level();
    *session = object.handle;
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return call_errhandler(rank, errhandler, static_cast<void*>(session), "a session",
                           "MPI_Session_init", error.error_class, error.what());
  }
}

}  // namespace

extern "C" {

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
  int code = MPI_SUCCESS;
  const int checked = BAMBOO_MPI_ANY_TIME({
    rank.require_others();
    check_pointer(session, "session");
    check_errhandler(errhandler);
    code = open_session(rank, info, errhandler, session);
  });
  return checked == MPI_SUCCESS ? code : checked;
}

int MPI_Session_finalize(MPI_Session* session) {
  return BAMBOO_MPI_ENTER(session ? *session : MPI_SESSION_NULL, {
    check_pointer(session, "session");
    rank.sessions.close(rank.sessions.find(*session));
    *session = MPI_SESSION_NULL;
    if (rank.life.phase != Phase::Running && !rank.sessions.any()) complete_pending(rank);
  });
}

int MPI_Session_get_info(MPI_Session session, MPI_Info* info_used) {
  return BAMBOO_MPI_ENTER(session, {
    check_pointer(info_used, "info_used");
    const Session& object = rank.sessions.find(session);
    const auto used =
        object.hints ? std::make_shared<Info>(*object.hints) : std::make_shared<Info>();
    used->set(thread_level_key, thread_level_name(object.thread_level));
    *info_used = new_handle(used);
  });
}

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int* npset_names) {
  return BAMBOO_MPI_ENTER(session, {
    rank.sessions.find(session);
    hints(info);
    check_pointer(npset_names, "npset_names");
    *npset_names = std::size(process_sets);
  });
}

int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int* pset_len,
                             char* pset_name) {
  return BAMBOO_MPI_ENTER(session, {
    rank.sessions.find(session);
    hints(info);
    check_pointer(pset_len, "pset_len");
    if (n < 0 || n >= static_cast<int>(std::size(process_sets)))
      fail(MPI_ERR_ARG, "n is %d, must be 0 … %zu", n, std::size(process_sets) - 1);
    const std::size_t needed = std::strlen(process_sets[n].name) + 1;
    if (*pset_len > 0) {
      check_pointer(pset_name, "pset_name");
      const std::size_t length = std::min<std::size_t>(needed, *pset_len) - 1;
      std::memcpy(pset_name, process_sets[n].name, length);
      pset_name[length] = '\0';
    }
    *pset_len = static_cast<int>(needed);
  });
}

int MPI_Session_get_pset_info(MPI_Session session, const char* pset_name, MPI_Info* info) {
  return BAMBOO_MPI_ENTER(session, {
    rank.sessions.find(session);
    check_pointer(info, "info");
    const auto facts = std::make_shared<Info>();
    facts->set("mpi_size", std::to_string(group_of_set(rank, pset_name)->size()));
    *info = new_handle(facts);
  });
}

int MPI_Group_from_session_pset(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(session, {
    const Session& object = rank.sessions.find(session);
    check_pointer(newgroup, "newgroup");
    *newgroup = MPI_GROUP_NULL;
    *newgroup = new_handle(Group::in_session(*group_of_set(rank, pset_name), object.buffer));
  });
}

int MPI_Session_create_errhandler(MPI_Session_errhandler_function* function,
                                  MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(errhandler, "errhandler");
    *errhandler = new_errhandler(function, "session_errhandler_fn");
  });
}

int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
  return BAMBOO_MPI_ENTER(session,
                          { set_errhandler(rank.sessions.find(session).errhandler, errhandler); });
}

int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(session,
                          { get_errhandler(rank.sessions.find(session).errhandler, errhandler); });
}

int MPI_Session_call_errhandler(MPI_Session session, int errorcode) {
  return BAMBOO_MPI_ENTER(session, {
    rank.sessions.find(session);
    rank.handle_error(session, "MPI_Session_call_errhandler",
                      MpiError(errorcode, "called by the program"));
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
