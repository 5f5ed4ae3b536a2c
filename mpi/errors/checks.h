// SPDX-License-Identifier: Apache-2.0
// Checks of arguments that many functions share.
#pragma once

#include "errors/errors.h"

namespace bamboo::mpi {

/// Pointers to functions as well.
template <class T>
void check_pointer(const T* pointer, const char* argument) {
  if (!pointer) [[unlikely]]
    fail(MPI_ERR_ARG, "%s is a null pointer", argument);
}

inline void check_count(long long count, const char* argument = "count") {
  if (count < 0) [[unlikely]]
    fail(MPI_ERR_COUNT, "%s is %lld, must be 0 or more", argument, count);
}

inline void check_array(const void* array, long long count, const char* argument) {
  if (count > 0) check_pointer(array, argument);
}

}  // namespace bamboo::mpi
