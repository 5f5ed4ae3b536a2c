// SPDX-License-Identifier: Apache-2.0
// Bindings that do not follow from C's prototypes alone.
#include "functions/fortran/arguments.h"

namespace bamboo::mpi::fortran {

extern "C" {

void bamboo_mpi_init_(MPI_Fint* ierror) {
  const Call from_fortran("MPI_Init", __builtin_return_address(0));
  give(ierror, MPI_Init(nullptr, nullptr));
}

void bamboo_mpi_init_thread_(const int* required, int* provided, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Init_thread", __builtin_return_address(0));
  give(ierror, MPI_Init_thread(nullptr, nullptr, *required, provided));
}

void bamboo_mpi_pcontrol_(const int* level) {
  MPI_Pcontrol(*level);
}

/// The compiler cannot see the body of this function, so it stores the buffer's values in memory
/// before the call.
void bamboo_mpi_f_sync_reg_(void*) {}

// MPI leaves the address of the buffer out, because mpif.h declares that argument wrongly. mpi_f08
// gives it.

void bamboo_mpi_buffer_detach_(void*, int* size, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Buffer_detach", __builtin_return_address(0));
  void* address = nullptr;
  give(ierror, MPI_Buffer_detach(static_cast<void*>(&address), size));
}

void bamboo_mpi_buffer_detach_f08_(void** address, int* size, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Buffer_detach", __builtin_return_address(0));
  give(ierror, MPI_Buffer_detach(static_cast<void*>(address), size));
}

void bamboo_mpi_buffer_detach_c_(void** address, MPI_Count* size, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Buffer_detach_c", __builtin_return_address(0));
  give(ierror, MPI_Buffer_detach_c(static_cast<void*>(address), size));
}

#define BAMBOO_DETACH(Object, binding, name)                                             \
  void bamboo_##binding##_(const MPI_Fint* object, void*, int* size, MPI_Fint* ierror) { \
    const Call from_fortran(#name, __builtin_return_address(0));                         \
    void* address = nullptr;                                                             \
    give(ierror, name(handle<Object>(object), static_cast<void*>(&address), size));      \
  }                                                                                      \
  void bamboo_##binding##_f08_(const MPI_Fint* object, void** address, int* size,        \
                               MPI_Fint* ierror) {                                       \
    const Call from_fortran(#name, __builtin_return_address(0));                         \
    give(ierror, name(handle<Object>(object), static_cast<void*>(address), size));       \
  }                                                                                      \
  void bamboo_##binding##_c_(const MPI_Fint* object, void** address, MPI_Count* size,    \
                             MPI_Fint* ierror) {                                         \
    const Call from_fortran(#name "_c", __builtin_return_address(0));                    \
    give(ierror, name##_c(handle<Object>(object), static_cast<void*>(address), size));   \
  }
BAMBOO_DETACH(MPI_Comm, mpi_comm_detach_buffer, MPI_Comm_detach_buffer)
BAMBOO_DETACH(MPI_Session, mpi_session_detach_buffer, MPI_Session_detach_buffer)
#undef BAMBOO_DETACH

void bamboo_mpi_status_f2f08_(const MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Status_f2f08", __builtin_return_address(0));
  give(ierror, MPI_Status_f2c(from, status_at(to)));
}

void bamboo_mpi_status_f082f_(const MPI_Fint* from, MPI_Fint* to, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Status_f082f", __builtin_return_address(0));
  give(ierror, MPI_Status_c2f(status_at(from), to));
}

/// In C this has argc and argv, which Fortran lacks.
void bamboo_mpi_info_create_env_(MPI_Fint* info, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Info_create_env", __builtin_return_address(0));
  give(ierror, MPI_Info_create_env(0, nullptr, HandlePlace<MPI_Info>(info)));
}

/// C's length includes the terminating zero, Fortran's does not.
void bamboo_mpi_info_get_string_(const MPI_Fint* info, const char* key, int* buflen, char* value,
                                 int* flag, MPI_Fint* ierror, std::size_t key_length,
                                 std::size_t value_length) {
  const Call from_fortran("MPI_Info_get_string", __builtin_return_address(0));
  *flag = 0;
  int with_zero = *buflen > 0 ? *buflen + 1 : *buflen;
  give(ierror,
       MPI_Info_get_string(handle<MPI_Info>(info), Text(key, key_length, Blanks::OnBothSides),
                           &with_zero, TextPlace(value, value_length), flag));
  if (*flag) *buflen = with_zero - 1;
}

/// The lengths differ as above.
void bamboo_mpi_session_get_nth_pset_(const MPI_Fint* session, const MPI_Fint* info, const int* n,
                                      int* pset_len, char* pset_name, MPI_Fint* ierror,
                                      std::size_t name_length) {
  const Call from_fortran("MPI_Session_get_nth_pset", __builtin_return_address(0));
  int with_zero = *pset_len > 0 ? *pset_len + 1 : *pset_len;
  const int code = MPI_Session_get_nth_pset(handle<MPI_Session>(session), handle<MPI_Info>(info),
                                            *n, &with_zero, TextPlace(pset_name, name_length));
  if (code == MPI_SUCCESS) *pset_len = with_zero - 1;
  give(ierror, code);
}

}  // extern "C"
}  // namespace bamboo::mpi::fortran
