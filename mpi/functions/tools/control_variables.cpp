// SPDX-License-Identifier: Apache-2.0
#include "functions/tools/tools.h"

namespace bamboo::mpi {

namespace {

const ControlVariable& control(const Rank& rank, MPI_T_cvar_handle handle) {
  if (const ControlVariable* found = rank.tools.controls.find(handle)) return *found;
  fail(MPI_T_ERR_INVALID_HANDLE, "%p is no handle of a control variable",
       static_cast<void*>(handle));
}

}  // namespace

extern "C" {

int MPI_T_cvar_get_num(int* num_cvar) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(num_cvar, "num_cvar");
    *num_cvar = static_cast<int>(control_variables().size());
  });
}

int MPI_T_cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity,
                        MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len,
                        int* bind, int* scope) {
  return BAMBOO_MPI_TOOLS({
    const ControlVariable& variable = at_index(control_variables(), cvar_index);
    give_text(variable.name, name, name_len);
    give_text(variable.description, desc, desc_len);
    give_value(verbosity, MPI_T_VERBOSITY_USER_BASIC);
    give_value(datatype, MPI_INT);
    give_value(enumtype, MPI_T_ENUM_NULL);
    give_value(bind, MPI_T_BIND_NO_OBJECT);
    give_value(scope, MPI_T_SCOPE_CONSTANT);
  });
}

int MPI_T_cvar_get_index(const char* name, int* cvar_index) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(name, "name");
    check_tool_pointer(cvar_index, "cvar_index");
    *cvar_index = index_of(control_variables(), name);
  });
}

int MPI_T_cvar_handle_alloc(int cvar_index, void*, MPI_T_cvar_handle* handle, int* count) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(handle, "handle");
    *handle = rank.tools.controls.add(&at_index(control_variables(), cvar_index));
    give_value(count, 1);
  });
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle* handle) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(handle, "handle");
    control(rank, *handle);
    rank.tools.controls.remove(*handle);
    *handle = MPI_T_CVAR_HANDLE_NULL;
  });
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void* buf) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(buf, "buf");
    *static_cast<int*>(buf) = control(rank, handle).value(rank);
  });
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void*) {
  return BAMBOO_MPI_TOOLS(
      { fail(MPI_T_ERR_CVAR_SET_NEVER, "%s cannot be changed", control(rank, handle).name); });
}

}  // extern "C"
}  // namespace bamboo::mpi
