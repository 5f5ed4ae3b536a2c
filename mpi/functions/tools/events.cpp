// SPDX-License-Identifier: Apache-2.0
// There are no events, no sources of events and no enumerations, so each index is invalid.
#include "functions/tools/tools.h"

namespace bamboo::mpi {

namespace {

int give_none(const char* function, void* call_site, int* number, const char* argument) {
  return enter_tools(function, call_site, [&](const Rank&) {
    check_tool_pointer(number, argument);
    *number = 0;
  });
}

int refuse_none(const char* function, void* call_site, int error_class) {
  return enter_tools(function, call_site,
                     [&](const Rank&) { fail(error_class, "there are none"); });
}

}  // namespace

extern "C" {

#define NONE(number) return give_none(__func__, __builtin_return_address(0), number, #number)
#define REFUSED(error_class) return refuse_none(__func__, __builtin_return_address(0), error_class)

int MPI_T_event_get_num(int* num_events) {
  NONE(num_events);
}
int MPI_T_source_get_num(int* num_sources) {
  NONE(num_sources);
}

int MPI_T_event_get_index(const char*, int*) {
  REFUSED(MPI_T_ERR_INVALID_NAME);
}
int MPI_T_event_get_info(int, char*, int*, int*, MPI_Datatype[], MPI_Aint[], int*, MPI_T_enum*,
                         MPI_Info*, char*, int*, int*) {
  REFUSED(MPI_T_ERR_INVALID_INDEX);
}
int MPI_T_event_handle_alloc(int, void*, MPI_Info, MPI_T_event_registration*) {
  REFUSED(MPI_T_ERR_INVALID_INDEX);
}
int MPI_T_source_get_info(int, char*, int*, char*, int*, MPI_T_source_order*, MPI_Count*,
                          MPI_Count*, MPI_Info*) {
  REFUSED(MPI_T_ERR_INVALID_INDEX);
}
int MPI_T_source_get_timestamp(int, MPI_Count*) {
  REFUSED(MPI_T_ERR_INVALID_INDEX);
}

int MPI_T_event_callback_get_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_callback_set_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_copy(MPI_T_event_instance, void*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_get_source(MPI_T_event_instance, int*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_get_timestamp(MPI_T_event_instance, MPI_Count*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_handle_free(MPI_T_event_registration, void*, MPI_T_event_free_cb_function) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_handle_get_info(MPI_T_event_registration, MPI_Info*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_handle_set_info(MPI_T_event_registration, MPI_Info) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_read(MPI_T_event_instance, int, void*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_register_callback(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info, void*,
                                  MPI_T_event_cb_function) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_event_set_dropped_handler(MPI_T_event_registration, MPI_T_event_dropped_cb_function) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}

int MPI_T_enum_get_info(MPI_T_enum, int*, char*, int*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}
int MPI_T_enum_get_item(MPI_T_enum, int, int*, char*, int*) {
  REFUSED(MPI_T_ERR_INVALID_HANDLE);
}

#undef NONE
#undef REFUSED

}  // extern "C"
}  // namespace bamboo::mpi
