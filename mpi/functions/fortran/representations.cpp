// SPDX-License-Identifier: Apache-2.0
// Data representations of files whose procedures are Fortran's.
#include <limits>

#include "files/user_representation.h"
#include "functions/entry.h"
#include "functions/fortran/arguments.h"

namespace bamboo::mpi::fortran {

// These functions are recognised by their addresses, and never called.
extern "C" {
void bamboo_mpi_conversion_fn_null_() {}
void bamboo_mpi_conversion_fn_null_c_() {}
}

namespace {

template <class Count>
using Convert = void(void* memory, const MPI_Fint* type, const Count* elements, void* file,
                     const MPI_Offset* position, MPI_Aint* extra_state, MPI_Fint* ierror);
using Extent = void(const MPI_Fint* type, MPI_Aint* extent, MPI_Aint* extra_state,
                    MPI_Fint* ierror);

template <class Count>
std::function<Conversions::Convert> in_c(Convert<Count>* procedure, MPI_Aint extra_state) {
  const auto address = reinterpret_cast<void (*)()>(procedure);
  if (address == bamboo_mpi_conversion_fn_null_ || address == bamboo_mpi_conversion_fn_null_c_)
    return {};
  return [=](void* memory, MPI_Datatype type, MPI_Count elements, void* file) {
    const MPI_Fint integer = integer_of(type);
    const auto count = static_cast<Count>(elements);
    const MPI_Offset position = 0;
    MPI_Aint state = extra_state;
    MPI_Fint error = MPI_SUCCESS;
    procedure(memory, &integer, &count, file, &position, &state, &error);
    return error;
  };
}

template <class Count>
int add(const char* function, const char* name, Convert<Count>* read, Convert<Count>* write,
        Extent* extent, MPI_Aint extra_state) {
  const auto extent_in_c = [=](MPI_Datatype basic, MPI_Aint* bytes) {
    const MPI_Fint integer = integer_of(basic);
    MPI_Aint state = extra_state;
    MPI_Fint error = MPI_SUCCESS;
    extent(&integer, bytes, &state, &error);
    return error;
  };
  return enter(function, nullptr, MPI_FILE_NULL, [&](Rank& rank) {
    rank.files.representations.add(
        user_representation(name, {in_c(read, extra_state), in_c(write, extra_state), extent_in_c,
                                   std::numeric_limits<Count>::max()}));
  });
}

}  // namespace

extern "C" {

#define BAMBOO_REGISTER(binding, name, Count)                                                  \
  void bamboo_##binding##_(const char* datarep, Convert<Count>* read, Convert<Count>* write,   \
                           Extent* extent, const MPI_Aint* extra_state, MPI_Fint* ierror,      \
                           std::size_t datarep_length) {                                       \
    const Call from_fortran(name, __builtin_return_address(0));                                \
    give(ierror, add(name, Text(datarep, datarep_length), read, write, extent, *extra_state)); \
  }
BAMBOO_REGISTER(mpi_register_datarep, "MPI_Register_datarep", int)
BAMBOO_REGISTER(mpi_register_datarep_c, "MPI_Register_datarep_c", MPI_Count)
#undef BAMBOO_REGISTER

}  // extern "C"
}  // namespace bamboo::mpi::fortran
