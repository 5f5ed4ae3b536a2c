// SPDX-License-Identifier: Apache-2.0
// MPI_Comm_f2c and its kin: handles and statuses as Fortran has them. There is no Fortran in tasks
// mode, but C libraries have wrappers for it, and some pass handles as integers.
#include <cstring>

#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {

namespace {

template <class Handle>
int to_integer(const char* function, Handle handle) {
  Rank& rank = Rank::current(function);
  const InRuntime in_runtime(rank);
  return rank.integers.integer_of(handle);
}

template <class Handle>
Handle to_handle(const char* function, int integer) {
  Rank& rank = Rank::current(function);
  const InRuntime in_runtime(rank);
  return static_cast<Handle>(rank.integers.handle_of(integer));
}

/// Requests come and go with every message, so theirs are the integers of their slots.
template <>
int to_integer(const char* function, MPI_Request request) {
  const int slot = Rank::current(function).requests.slot_of(request);
  if (slot >= 0) return IntegerHandles::first + slot;
  return request == MPI_REQUEST_NULL ? to_integer<void*>(function, request) : 0;
}

template <>
MPI_Request to_handle(const char* function, int integer) {
  if (integer >= IntegerHandles::first)
    return Rank::current(function).requests.in_slot(integer - IntegerHandles::first);
  return static_cast<MPI_Request>(to_handle<void*>(function, integer));
}

}  // namespace

extern "C" {

#define BAMBOO_CONVERSIONS(Name, Handle)         \
  MPI_Fint MPI_##Name##_c2f(Handle handle) {     \
    return to_integer(__func__, handle);         \
  }                                              \
  Handle MPI_##Name##_f2c(MPI_Fint integer) {    \
    return to_handle<Handle>(__func__, integer); \
  }                                              \
  int MPI_##Name##_toint(Handle handle) {        \
    return to_integer(__func__, handle);         \
  }                                              \
  Handle MPI_##Name##_fromint(int integer) {     \
    return to_handle<Handle>(__func__, integer); \
  }

BAMBOO_CONVERSIONS(Comm, MPI_Comm)
BAMBOO_CONVERSIONS(Errhandler, MPI_Errhandler)
BAMBOO_CONVERSIONS(File, MPI_File)
BAMBOO_CONVERSIONS(Group, MPI_Group)
BAMBOO_CONVERSIONS(Info, MPI_Info)
BAMBOO_CONVERSIONS(Op, MPI_Op)
BAMBOO_CONVERSIONS(Request, MPI_Request)
BAMBOO_CONVERSIONS(Type, MPI_Datatype)
BAMBOO_CONVERSIONS(Win, MPI_Win)
#undef BAMBOO_CONVERSIONS

// In the ABI a status of Fortran's is the same integers in the same order.
static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint));

int MPI_Status_c2f(const MPI_Status* c_status, MPI_Fint* f_status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(c_status, "c_status");
    check_pointer(f_status, "f_status");
    std::memcpy(f_status, c_status, sizeof(MPI_Status));
  });
}

int MPI_Status_f2c(const MPI_Fint* f_status, MPI_Status* c_status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(f_status, "f_status");
    check_pointer(c_status, "c_status");
    std::memcpy(c_status, f_status, sizeof(MPI_Status));
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
