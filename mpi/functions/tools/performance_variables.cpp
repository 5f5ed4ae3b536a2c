// SPDX-License-Identifier: Apache-2.0
// All of them are always kept and only read, so that they cannot be started, stopped or written.
#include <algorithm>

#include "functions/tools/tools.h"

namespace bamboo::mpi {

namespace {

ToolSession& tool_session(const Rank& rank, MPI_T_pvar_session handle) {
  if (ToolSession* found = rank.tools.sessions.find(handle)) return *found;
  fail(MPI_T_ERR_INVALID_SESSION, "%p is no session of a tool", static_cast<void*>(handle));
}

const PerformanceVariable& figure(const Rank& rank, MPI_T_pvar_session session,
                                  MPI_T_pvar_handle handle) {
  const ToolSession& owner = tool_session(rank, session);
  const ToolSession::Handle* found = rank.tools.figures.find(handle);
  if (!found || found->session != &owner)
    fail(MPI_T_ERR_INVALID_HANDLE, "%p is no handle of a performance variable of the session",
         static_cast<void*>(handle));
  return *found->variable;
}

void free_figure(Rank& rank, ToolSession& session, MPI_T_pvar_handle handle) {
  rank.tools.figures.remove(handle);
  std::erase_if(session.handles, [&](const auto& each) { return each->handle == handle; });
}

/// A call for all handles has no effect, because no handle allows it.
int refuse_unless_all(const char* function, void* call_site, MPI_T_pvar_session session,
                      MPI_T_pvar_handle handle, int error_class) {
  return enter_tools(function, call_site, [&](Rank& rank) {
    if (handle == MPI_T_PVAR_ALL_HANDLES)
      tool_session(rank, session);
    else
      fail(error_class, "%s", figure(rank, session, handle).name);
  });
}

}  // namespace

extern "C" {

int MPI_T_pvar_get_num(int* num_pvar) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(num_pvar, "num_pvar");
    *num_pvar = static_cast<int>(performance_variables().size());
  });
}

int MPI_T_pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
                        MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len,
                        int* bind, int* readonly, int* continuous, int* atomic) {
  return BAMBOO_MPI_TOOLS({
    const PerformanceVariable& variable = at_index(performance_variables(), pvar_index);
    give_text(variable.name, name, name_len);
    give_text(variable.description, desc, desc_len);
    give_value(verbosity, MPI_T_VERBOSITY_USER_BASIC);
    give_value(var_class, variable.kind);
    give_value(datatype, MPI_UNSIGNED_LONG_LONG);
    give_value(enumtype, MPI_T_ENUM_NULL);
    give_value(bind, MPI_T_BIND_NO_OBJECT);
    give_value(readonly, 1);
    give_value(continuous, 1);
    give_value(atomic, 0);
  });
}

int MPI_T_pvar_get_index(const char* name, int var_class, int* pvar_index) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(name, "name");
    check_tool_pointer(pvar_index, "pvar_index");
    const int found = index_of(performance_variables(), name);
    if (performance_variables()[static_cast<std::size_t>(found)].kind != var_class)
      fail(MPI_T_ERR_INVALID_NAME, "%s is of another class", name);
    *pvar_index = found;
  });
}

int MPI_T_pvar_session_create(MPI_T_pvar_session* session) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(session, "session");
    rank.tools.open_sessions.push_back(std::make_unique<ToolSession>());
    ToolSession& made = *rank.tools.open_sessions.back();
    *session = made.handle = rank.tools.sessions.add(&made);
  });
}

int MPI_T_pvar_session_free(MPI_T_pvar_session* session) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(session, "session");
    const ToolSession& object = tool_session(rank, *session);
    for (const auto& each : object.handles) rank.tools.figures.remove(each->handle);
    rank.tools.sessions.remove(*session);
    std::erase_if(rank.tools.open_sessions,
                  [&](const auto& each) { return each.get() == &object; });
    *session = MPI_T_PVAR_SESSION_NULL;
  });
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void*,
                            MPI_T_pvar_handle* handle, int* count) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(handle, "handle");
    ToolSession& owner = tool_session(rank, session);
    const PerformanceVariable& variable = at_index(performance_variables(), pvar_index);
    owner.handles.push_back(
        std::make_unique<ToolSession::Handle>(ToolSession::Handle{&variable, &owner}));
    ToolSession::Handle& made = *owner.handles.back();
    *handle = made.handle = rank.tools.figures.add(&made);
    give_value(count, 1);
  });
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(handle, "handle");
    figure(rank, session, *handle);
    free_figure(rank, tool_session(rank, session), *handle);
    *handle = MPI_T_PVAR_HANDLE_NULL;
  });
}

int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(buf, "buf");
    *static_cast<unsigned long long*>(buf) = figure(rank, session, handle).value(rank);
  });
}

int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return refuse_unless_all(__func__, __builtin_return_address(0), session, handle,
                           MPI_T_ERR_PVAR_NO_STARTSTOP);
}
int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return refuse_unless_all(__func__, __builtin_return_address(0), session, handle,
                           MPI_T_ERR_PVAR_NO_STARTSTOP);
}
int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return refuse_unless_all(__func__, __builtin_return_address(0), session, handle,
                           MPI_T_ERR_PVAR_NO_WRITE);
}
int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void*) {
  return refuse_unless_all(__func__, __builtin_return_address(0), session, handle,
                           MPI_T_ERR_PVAR_NO_WRITE);
}
int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void*) {
  return refuse_unless_all(__func__, __builtin_return_address(0), session, handle,
                           MPI_T_ERR_PVAR_NO_WRITE);
}

}  // extern "C"
}  // namespace bamboo::mpi
