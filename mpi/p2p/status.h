// SPDX-License-Identifier: Apache-2.0
// The internal fields of MPI_Status: the packed bytes received, and whether the
// operation was cancelled.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstring>

namespace bamboo::mpi {

inline void set_status_bytes(MPI_Status& status, std::uint64_t bytes) {
  std::memcpy(&status.MPI_internal[0], &bytes, sizeof bytes);
}
inline std::uint64_t status_bytes(const MPI_Status& status) {
  std::uint64_t bytes;
  std::memcpy(&bytes, &status.MPI_internal[0], sizeof bytes);
  return bytes;
}
inline void set_status_cancelled(MPI_Status& status, bool cancelled) {
  status.MPI_internal[2] = cancelled;
}
inline bool status_cancelled(const MPI_Status& status) {
  return status.MPI_internal[2] != 0;
}

/// The status of null, inactive and send requests.
inline MPI_Status empty_status() {
  MPI_Status status{};
  status.MPI_SOURCE = MPI_ANY_SOURCE;
  status.MPI_TAG = MPI_ANY_TAG;
  status.MPI_ERROR = MPI_SUCCESS;
  return status;
}

/// For functions with one status. They do not set MPI_ERROR, which is for functions with several
/// statuses when these fail. Null represents MPI_STATUS_IGNORE.
inline void give_status(const MPI_Status& status, MPI_Status* out) {
  if (!out) return;
  const int error = out->MPI_ERROR;
  *out = status;
  out->MPI_ERROR = error;
}

/// For a request that is null or inactive: MPI defines all members of an empty status, including
/// MPI_ERROR.
inline void give_empty_status(MPI_Status* out) {
  if (out) *out = empty_status();
}

}  // namespace bamboo::mpi
