// SPDX-License-Identifier: Apache-2.0
// MPI_Comm_f2c and similar functions: they convert handles and statuses between C and Fortran.
#include <cstring>

#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {

namespace {

template <class Handle>
int to_integer(Rank& rank, Handle handle) {
  return rank.integers.integer_of(handle);
}

template <class Handle>
Handle to_handle(Rank& rank, int integer) {
  return rank.integers.handle_of<Handle>(integer);
}

/// Requests and matched messages come and go, so theirs are the integers of their slots.
template <class Object, class Handle>
int integer_of_slot(Rank& rank, const RankHandles<Object, Handle>& handles, Handle handle) {
  const int slot = handles.slot_of(handle);
  if (slot >= 0) return IntegerHandles::first + slot;
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  return value < IntegerHandles::first ? to_integer<void*>(rank, handle) : 0;
}

template <class Object, class Handle>
Handle handle_in_slot(Rank& rank, const RankHandles<Object, Handle>& handles, int integer) {
  if (integer >= IntegerHandles::first) return handles.in_slot(integer - IntegerHandles::first);
  return static_cast<Handle>(to_handle<void*>(rank, integer));
}

template <>
int to_integer(Rank& rank, MPI_Request request) {
  return integer_of_slot(rank, rank.requests, request);
}
template <>
MPI_Request to_handle(Rank& rank, int integer) {
  return handle_in_slot(rank, rank.requests, integer);
}

template <>
int to_integer(Rank& rank, MPI_Message message) {
  return integer_of_slot(rank, rank.matched, message);
}
template <>
MPI_Message to_handle(Rank& rank, int integer) {
  return handle_in_slot(rank, rank.matched, integer);
}

}  // namespace

extern "C" {

#define BAMBOO_CONVERSION(Result, name, Argument, convert)     \
  Result MPI_##name(Argument value) {                          \
    const InMpi in_mpi(__func__, __builtin_return_address(0)); \
    const InRuntime in_runtime(*in_mpi.rank);                  \
    return convert(*in_mpi.rank, value);                       \
  }
#define BAMBOO_CONVERSIONS(Name, Handle)                             \
  BAMBOO_CONVERSION(MPI_Fint, Name##_c2f, Handle, to_integer)        \
  BAMBOO_CONVERSION(Handle, Name##_f2c, MPI_Fint, to_handle<Handle>) \
  BAMBOO_CONVERSION(int, Name##_toint, Handle, to_integer)           \
  BAMBOO_CONVERSION(Handle, Name##_fromint, int, to_handle<Handle>)

BAMBOO_CONVERSIONS(Comm, MPI_Comm)
BAMBOO_CONVERSIONS(Errhandler, MPI_Errhandler)
BAMBOO_CONVERSIONS(File, MPI_File)
BAMBOO_CONVERSIONS(Group, MPI_Group)
BAMBOO_CONVERSIONS(Info, MPI_Info)
BAMBOO_CONVERSIONS(Message, MPI_Message)
BAMBOO_CONVERSIONS(Op, MPI_Op)
BAMBOO_CONVERSIONS(Request, MPI_Request)
BAMBOO_CONVERSIONS(Session, MPI_Session)
BAMBOO_CONVERSIONS(Type, MPI_Datatype)
BAMBOO_CONVERSIONS(Win, MPI_Win)
#undef BAMBOO_CONVERSIONS
#undef BAMBOO_CONVERSION

// In the ABI the statuses of both Fortran interfaces are C's integers in the same order.
static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint));
static_assert(sizeof(MPI_Status) == sizeof(MPI_F08_status));

#define BAMBOO_COPY_STATUS(from, to)           \
  BAMBOO_MPI_ENTER(MPI_COMM_NULL, {            \
    check_pointer(from, #from);                \
    check_pointer(to, #to);                    \
    std::memcpy(to, from, sizeof(MPI_Status)); \
  })

int MPI_Status_c2f(const MPI_Status* c_status, MPI_Fint* f_status) {
  return BAMBOO_COPY_STATUS(c_status, f_status);
}
int MPI_Status_f2c(const MPI_Fint* f_status, MPI_Status* c_status) {
  return BAMBOO_COPY_STATUS(f_status, c_status);
}
int MPI_Status_c2f08(const MPI_Status* c_status, MPI_F08_status* f08_status) {
  return BAMBOO_COPY_STATUS(c_status, f08_status);
}
int MPI_Status_f082c(const MPI_F08_status* f08_status, MPI_Status* c_status) {
  return BAMBOO_COPY_STATUS(f08_status, c_status);
}
int MPI_Status_f2f08(const MPI_Fint* f_status, MPI_F08_status* f08_status) {
  return BAMBOO_COPY_STATUS(f_status, f08_status);
}
int MPI_Status_f082f(const MPI_F08_status* f08_status, MPI_Fint* f_status) {
  return BAMBOO_COPY_STATUS(f08_status, f_status);
}
#undef BAMBOO_COPY_STATUS

}  // extern "C"
}  // namespace bamboo::mpi
