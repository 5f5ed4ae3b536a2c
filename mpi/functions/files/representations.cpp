// SPDX-License-Identifier: Apache-2.0
// Data representations of the program's own.
#include <limits>

#include "errors/checks.h"
#include "files/user_representation.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

namespace {

/// A conversion function in C, which counts by int or MPI_Count. It converts the whole buffer at
/// once, so the position is 0.
template <class Count>
std::function<Conversions::Convert> conversion(int (*function)(void*, MPI_Datatype, Count, void*,
                                                               MPI_Offset, void*),
                                               void* state) {
  if (!function) return {};
  return [=](void* memory, MPI_Datatype type, MPI_Count elements, void* file) {
    return function(memory, type, static_cast<Count>(elements), file, 0, state);
  };
}

template <class Count, class Convert>
void add(Rank& rank, const char* name, Convert* read, Convert* write,
         MPI_Datarep_extent_function* extent, void* state) {
  check_pointer(reinterpret_cast<const void*>(extent), "dtype_file_extent_fn");
  rank.files.representations.add(user_representation(
      name, {conversion<Count>(read, state), conversion<Count>(write, state),
             [=](MPI_Datatype basic, MPI_Aint* bytes) { return extent(basic, bytes, state); },
             std::numeric_limits<Count>::max()}));
}

}  // namespace

int MPI_Register_datarep(const char* datarep, MPI_Datarep_conversion_function* read,
                         MPI_Datarep_conversion_function* write,
                         MPI_Datarep_extent_function* extent, void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_FILE_NULL,
                          { add<int>(rank, datarep, read, write, extent, extra_state); });
}

int MPI_Register_datarep_c(const char* datarep, MPI_Datarep_conversion_function_c* read,
                           MPI_Datarep_conversion_function_c* write,
                           MPI_Datarep_extent_function* extent, void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_FILE_NULL,
                          { add<MPI_Count>(rank, datarep, read, write, extent, extra_state); });
}
