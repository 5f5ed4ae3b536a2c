// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fuzz {

enum class Form { Blocking, Nonblocking, Persistent };

// The installed MPIs of version 3 have no persistent collectives; virtual ranks do.
#if MPI_VERSION >= 4 || defined(BAMBOO_MPI_H)
inline constexpr bool persistent_collectives = true;
#define FUZZ_PERSISTENT(name, ...) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request)
#else
inline constexpr bool persistent_collectives = false;
#define FUZZ_PERSISTENT(name, ...) MPI_SUCCESS
#endif

/// Calls MPI_`name` in the `form` of the scope, on its `request`. A persistent request is started.
#define FUZZ_CALL(name, nonblocking, ...)                              \
  do {                                                                 \
    if (form == Form::Blocking) {                                      \
      MPI_##name(__VA_ARGS__);                                         \
    } else if (form == Form::Nonblocking || !persistent_collectives) { \
      MPI_##nonblocking(__VA_ARGS__, &request);                        \
    } else {                                                           \
      FUZZ_PERSISTENT(name, __VA_ARGS__);                              \
      MPI_Start(&request);                                             \
    }                                                                  \
  } while (false)

/// Waits for what FUZZ_CALL started.
inline void finish(Form form, MPI_Request& request) {
  if (form == Form::Blocking) return;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
}

}  // namespace fuzz
